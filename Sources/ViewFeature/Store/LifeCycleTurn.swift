/// The time at which stores begin.
@MainActor
enum LifeCycleTurn {
  /// Whether stores don't begin yet, because others of their tree are held.
  private(set) static var isDelayed = false

  static func delay(_ body: () -> Void) {
    let outer = isDelayed
    isDelayed = true
    defer { isDelayed = outer }
    body()
  }
}
