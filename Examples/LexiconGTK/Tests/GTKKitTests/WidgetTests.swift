import CGTK4
import Observation
import Testing

@testable import GTKKit

@MainActor
struct WidgetTests {
  private let loop: MainLoop

  init() throws {
    loop = try MainLoop()
  }

  @Test func `a GTK widget goes with its owner`() {
    let ends = Ends()
    var label: Label? = Label("text")
    ends.count(label)
    label = nil
    #expect(ends.number == 1)
  }

  @Test func `children go with their parent`() {
    let ends = Ends()
    var box: Box?
    do {
      let button = Button("Press") {}
      ends.count(button)
      box = Box.row(button)
    }
    #expect(ends.number == 0)
    withExtendedLifetime(box) {}
    box = nil
    #expect(ends.number == 1)
  }

  @Test func `children go when others take their place`() {
    let ends = Ends()
    let box = Box.column()
    do {
      let label = Label("old")
      ends.count(label)
      box.append(label)
    }
    box.replaceChildren(with: Label("new"))
    #expect(ends.number == 1)
    #expect(box.children.map { ($0 as? Label)?.text } == ["new"])
  }

  @Test func `a handler is called when its signal comes`() {
    var changes = 0
    let label = Label("old")
    label.on("notify::label") { changes += 1 }
    label.text = "new"
    #expect(changes == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `what a widget follows is shown again after each change`() async {
    let model = Model()
    let label = Label()
    label.follow { [weak label] in label?.text = model.text }
    #expect(label.text == "first")
    model.text = "second"
    while label.text != "second" { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a widget that has gone follows nothing`() async {
    let model = Model()
    var runs = 0
    var label: Label? = Label()
    label?.follow {
      runs += 1
      _ = model.text
    }
    label = nil
    model.text = "second"
    // Changes are delivered in order: after this one, the earlier one would have been delivered too.
    let other = Label()
    other.follow { [weak other] in other?.text = model.text }
    model.text = "third"
    while other.text != "third" { await Task.yield() }
    #expect(runs == 1)
  }
}

@Observable @MainActor
private final class Model {
  var text = "first"
}
