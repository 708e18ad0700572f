package import CGTK4
import ViewFeature

/// A GTK widget with its children, signal handlers, and observations.
///
/// They all end with the widget. A closure stored here must refer to the widget weakly.
@MainActor
open class Widget {
  package let pointer: UnsafeMutablePointer<GtkWidget>
  private(set) var children: [Widget] = []
  private var connections: [SignalConnection] = []
  private var observations: [ObservationToken] = []

  package init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
    guard let pointer else { preconditionFailure("GTK has made no widget") }
    self.pointer = pointer
    g_object_ref_sink(pointer)
  }

  isolated deinit {
    g_object_unref(pointer)
  }

  // MARK: Appearance

  package var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue.gboolean) }
  }

  package var isSensitive: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    set { gtk_widget_set_sensitive(pointer, newValue.gboolean) }
  }

  /// Adds style sheet classes.
  @discardableResult
  package func style(_ classes: String...) -> Self {
    for name in classes { gtk_widget_add_css_class(pointer, name) }
    return self
  }

  /// Takes the available space in the given directions.
  @discardableResult
  package func expand(horizontally: Bool = false, vertically: Bool = false) -> Self {
    gtk_widget_set_hexpand(pointer, horizontally.gboolean)
    gtk_widget_set_vexpand(pointer, vertically.gboolean)
    return self
  }

  @discardableResult
  package func align(horizontally: Alignment, vertically: Alignment = .center) -> Self {
    gtk_widget_set_halign(pointer, horizontally.align)
    gtk_widget_set_valign(pointer, vertically.align)
    return self
  }

  @discardableResult
  package func minimumSize(width: Int = -1, height: Int = -1) -> Self {
    gtk_widget_set_size_request(pointer, Int32(width), Int32(height))
    return self
  }

  /// Sets the accessible name; texts and labeled buttons don't need one.
  @discardableResult
  package func accessibleName(_ name: String) -> Self {
    cgtk_set_accessible_label(pointer, name)
    return self
  }

  /// Moves the keyboard focus to the widget.
  package func focus() {
    gtk_widget_grab_focus(pointer)
  }

  // MARK: Lifetime

  /// Runs `apply` now and after each change of the values that it reads, while the widget exists.
  package func follow(_ apply: @escaping @MainActor () -> Void) {
    observations.append(observe(apply))
  }

  /// Handles a signal while the widget exists.
  package func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
    handle(signal) { _ in
      handler()
      return false
    }
  }

  /// Handles a signal of the widget, or of an object that belongs to it, while the widget exists.
  package func handle(
    _ signal: String,
    of object: UnsafeMutableRawPointer? = nil,
    _ handler: @escaping SignalConnection.Handler
  ) {
    let object = object ?? UnsafeMutableRawPointer(pointer)
    connections.append(SignalConnection(object, signal, handler))
  }

  /// Keeps a child while the widget exists.
  func adopt(_ child: Widget) {
    children.append(child)
  }

  /// Releases a child that was removed from the widget.
  func abandon(_ child: Widget) {
    children.removeAll { $0 === child }
  }

  // MARK: Types

  /// The pointer for GTK functions of types that C declares without a definition.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  /// Returns the pointer as a pointer to one of the widget's superclasses.
  func pointer<Type>(to type: Type.Type) -> UnsafeMutablePointer<Type> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }
}
