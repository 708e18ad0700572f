import CGTK4

/// The bar at the top of a window, with the title and buttons.
package final class HeaderBar: Widget {
  package init(title: Widget? = nil, start: [Widget] = [], end: [Widget] = []) {
    super.init(gtk_header_bar_new())
    if let title {
      gtk_header_bar_set_title_widget(opaque, title.pointer)
      adopt(title)
    }
    for widget in start {
      gtk_header_bar_pack_start(opaque, widget.pointer)
      adopt(widget)
    }
    for widget in end {
      gtk_header_bar_pack_end(opaque, widget.pointer)
      adopt(widget)
    }
  }

  package func withoutWindowButtons() -> Self {
    gtk_header_bar_set_show_title_buttons(opaque, false.gboolean)
    return self
  }
}
