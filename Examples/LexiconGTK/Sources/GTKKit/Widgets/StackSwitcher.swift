import CGTK4

/// Buttons with the titles of a stack's pages.
package final class StackSwitcher: Widget {
  package init(_ stack: Stack) {
    super.init(gtk_stack_switcher_new())
    gtk_stack_switcher_set_stack(opaque, stack.opaque)
  }
}
