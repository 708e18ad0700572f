/// Where in the hierarchy a view is drawn, and what it inherits there.
@MainActor
struct RenderContext {
  let host: ViewHost
  var environment: EnvironmentValues
  /// Whether another screen is in front; the one behind keeps its state, but has disappeared.
  var isCovered = false
  /// The identity of the place: state, tasks and appearance belong to it.
  private(set) var path: String

  init(host: ViewHost) {
    self.host = host
    environment = EnvironmentValues()
    environment.undoManager = host.undoManager
    path = ""
  }

  func appending(_ component: String) -> RenderContext {
    var context = self
    context.path += "/" + component
    return context
  }

  /// Notes that there is something on screen at this place.
  func notePresence(appear: @escaping () -> Void, disappear: @escaping () -> Void) {
    if !isCovered { host.notePresence(at: path, appear: appear, disappear: disappear) }
  }

  func nodes<V: View>(of view: V) -> [Node] {
    if let view = view as? any PrimitiveView { return view.render(in: self) }
    let context = appending("\(V.self)")
    context.install(view)
    return context.nodes(of: view.body)
  }

  /// Ties the dynamic properties of a view or modifier to this place.
  func install(_ value: Any) {
    for child in Mirror(reflecting: value).children {
      let context = appending(child.label ?? "")
      if let property = child.value as? any InstalledProperty {
        property.install(in: context)
      } else if child.value is any DynamicProperty {
        context.install(child.value)
      }
    }
  }
}
