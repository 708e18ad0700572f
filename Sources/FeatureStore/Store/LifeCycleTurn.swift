/// The time at which stores begin.
@MainActor
enum LifeCycleTurn {
  /// Whether stores don't begin yet, because others of their tree are held.
  private(set) static var isDelayed = false
  /// Whether no root begins, because a listener that must see its beginning comes next.
  private(set) static var isBeforeListening = false
  private static var waiting: [@MainActor () -> Void] = []

  static func delay(_ body: () -> Void) {
    let outer = isDelayed
    isDelayed = true
    defer { isDelayed = outer }
    body()
  }

  /// Runs code that leaves the beginning of roots to later code.
  static func beforeListening(_ body: () -> Void) {
    let outer = isBeforeListening
    isBeforeListening = true
    defer { isBeforeListening = outer }
    body()
  }

  /// Calls a function when the delay ends, after the held stores have begun.
  static func wait(_ begin: @escaping @MainActor () -> Void) { waiting.append(begin) }

  /// Begins the stores that waited, such as those of another tree that a released store has sent an action to.
  static func runWaiting() {
    if isDelayed { return }
    let all = waiting
    waiting = []
    for begin in all { begin() }
  }
}
