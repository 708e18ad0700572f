import CGTK4

extension WidgetNode {
  /// The open windows.
  @MainActor
  package static var windows: [WidgetNode] {
    let windows = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(windows)).compactMap { index in
      guard let window = g_list_model_get_item(windows, index) else { return nil }
      defer { g_object_unref(window) }
      return node(of: window.assumingMemoryBound(to: GtkWidget.self))
    }
  }

  /// Reads a widget; returns `nil` if it is hidden.
  @MainActor
  private static func node(of widget: UnsafeMutablePointer<GtkWidget>) -> WidgetNode? {
    guard gtk_widget_get_mapped(widget) != 0 else { return nil }
    var children: [WidgetNode] = []
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      node(of: next).map { children.append($0) }
      child = gtk_widget_get_next_sibling(next)
    }
    return WidgetNode(
      type: String(cString: g_type_name_from_instance(instance(widget))),
      name: copied(cgtk_copy_accessible_label(widget)),
      text: text(of: widget),
      underlinedTexts: underlinedTexts(of: widget),
      styles: styles(of: widget),
      isSensitive: gtk_widget_is_sensitive(widget) != 0,
      bounds: bounds(of: widget),
      children: children
    )
  }

  @MainActor
  private static func text(of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
    if isA(widget, gtk_label_get_type()) {
      return String(cString: gtk_label_get_text(OpaquePointer(widget)))
    }
    if isA(widget, gtk_editable_get_type()) {
      return String(cString: gtk_editable_get_text(OpaquePointer(widget)))
    }
    if isA(widget, gtk_window_get_type()) {
      let window = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
      return gtk_window_get_title(window).map { String(cString: $0) }
    }
    return nil
  }

  @MainActor
  private static func underlinedTexts(of widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    guard isA(widget, gtk_label_get_type()) else { return [] }
    let label = OpaquePointer(widget)
    guard let iterator = gtk_label_get_attributes(label).flatMap(pango_attr_list_get_iterator)
    else { return [] }
    defer { pango_attr_iterator_destroy(iterator) }
    let text = Array(String(cString: gtk_label_get_text(label)).utf8)
    var texts: [String] = []
    repeat {
      guard let line = pango_attr_iterator_get(iterator, PANGO_ATTR_UNDERLINE) else { continue }
      let bytes = Int(line.pointee.start_index)..<Int(line.pointee.end_index)
      texts.append(String(decoding: text[bytes], as: UTF8.self))
    } while pango_attr_iterator_next(iterator) != 0
    return texts
  }

  @MainActor
  private static func styles(of widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    let classes = gtk_widget_get_css_classes(widget)
    defer { g_strfreev(classes) }
    var names: [String] = []
    while let name = classes?[names.count] {
      names.append(String(cString: name))
    }
    return names
  }

  @MainActor
  private static func bounds(of widget: UnsafeMutablePointer<GtkWidget>) -> [Double] {
    guard let native = gtk_widget_get_native(widget) else { return [] }
    // If the window's shadow is part of its surface, its content doesn't start at zero.
    var x = 0.0
    var y = 0.0
    gtk_native_get_surface_transform(native, &x, &y)
    var bounds = graphene_rect_t()
    let root = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_compute_bounds(widget, root, &bounds) != 0 else { return [] }
    return [
      Double(bounds.origin.x) + x, Double(bounds.origin.y) + y,
      Double(bounds.size.width), Double(bounds.size.height),
    ]
  }

  private static func isA(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
    g_type_check_instance_is_a(instance(widget), type) != 0
  }

  private static func instance(
    _ widget: UnsafeMutablePointer<GtkWidget>
  ) -> UnsafeMutablePointer<GTypeInstance> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
  }

  private static func copied(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    guard let string else { return nil }
    defer { g_free(string) }
    return String(cString: string)
  }
}
