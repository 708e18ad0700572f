import CGTK4

/// Content with a cover that blocks input.
package final class BlockingOverlay: Widget {
  private let content: Widget
  private let cover: Widget
  private let spinner = Spinner(name: "In progress")
  private let label = Label().style("cover-text")

  /// The work in progress, which covers the content until it is `nil`.
  package var progress: String? {
    didSet { update() }
  }

  package init(_ content: Widget) {
    self.content = content
    let message = Box.column(spacing: 12, spinner.minimumSize(width: 32, height: 32), label)
      .align(horizontally: .center).expand(horizontally: true, vertically: true)
    label.align(horizontally: .center)
    cover = Box.column(message).style("cover")
    super.init(gtk_overlay_new())
    gtk_overlay_set_child(opaque, content.pointer)
    gtk_overlay_add_overlay(opaque, cover.pointer)
    adopt(content)
    adopt(cover)
    update()
  }

  private func update() {
    label.text = progress ?? ""
    spinner.isSpinning = progress != nil
    cover.isVisible = progress != nil
    // The cover blocks clicks; this blocks keys.
    content.isSensitive = progress == nil
  }
}
