import Foundation
import ScreenStateKit
import StateCore
import StateQueries
import StateTestSupport
import Testing

@testable import StateOutbox

/// Random programs of patches of one query, compared with a list.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxContentRandomTests {
  private struct Item {
    enum Standing { case pending, contained, confirmed }

    let number: Int
    var standing = Standing.pending
  }

  /// The content as a list of the changes on top of what the server has sent.
  private struct Model {
    var base = "0"
    var items: [Item] = []

    var text: String {
      items.filter { $0.standing != .contained }.reduce(base) { $0 + " \($1.number)" }
    }
    var unsettled: [Int] { items.filter { $0.standing != .confirmed }.map(\.number) }

    mutating func show(_ number: Int) {
      items.removeAll { $0.number == number && $0.standing != .confirmed }
      let place = items.firstIndex { $0.standing == .pending && $0.number > number }
      items.insert(Item(number: number), at: place ?? items.endIndex)
    }

    mutating func hide(_ number: Int) {
      items.removeAll { $0.number == number && $0.standing != .confirmed }
    }

    mutating func commit(_ number: Int, _ answer: String?, sent: Set<Int>) {
      guard let index = items.firstIndex(where: { $0.number == number }) else { return }
      if items[index].standing == .contained {
        items.remove(at: index)
      } else if let answer {
        base = answer
        let earlier = items[..<index].filter { $0.standing != .confirmed }.map { item in
          var item = item
          if sent.contains(item.number) { item.standing = .contained }
          return item
        }
        items = earlier + items[(index + 1)...]
      } else {
        items[index].standing = .confirmed
      }
    }

    /// The content is removed, and comes again.
    mutating func replace(_ base: String) {
      self.base = base
      items.removeAll { $0.standing == .confirmed }
      for index in items.indices { items[index].standing = .pending }
    }
  }

  @Test(arguments: seedsOnOneThread(0..<300))
  func theContentIsThatOfTheList(seed: Int) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let cache = QueryCache()
    let content = OutboxContent(cache)
    var model = Model()
    var last = 0
    var hidden: [Int] = []
    cache.set("0", for: TitleQuery(id: 1))
    for step in 0..<40 {
      switch number(0..<9) {
      case 0..<3:
        last += 1
        content.show(Part(number: last), .number(last))
        model.show(last)
      case 3:
        for number in hidden {
          content.show(Part(number: number), .number(number))
          model.show(number)
        }
        hidden = []
      case 4, 5:
        let count = number(1..<3)
        for number in model.unsettled.shuffled(using: &random).prefix(count) {
          content.hide(.number(number))
          model.hide(number)
          hidden.append(number)
        }
      case 6:
        guard let number = model.unsettled.randomElement(using: &random) else { continue }
        content.showAgain(.number(number))
        model.show(number)
      case 7:
        guard let change = model.unsettled.randomElement(using: &random) else { continue }
        let answer = number(0..<3) > 0 ? "\(step)" : nil
        let sent = Set(model.unsettled.filter { _ in number(0..<2) == 0 })
        content.flush({ $0.number }, last: last)
        content.commit(
          .number(change),
          nil,
          answer,
          { $0.number },
          last: last,
          isSent: { sent.contains($0.number) }
        )
        model.commit(change, answer, sent: sent)
      default:
        content.flush({ $0.number }, last: last)
        cache.remove(TitleQuery(id: 1))
        cache.set("\(step)", for: TitleQuery(id: 1))
        model.replace("\(step)")
      }
      content.flush({ $0.number }, last: last)
      let title = cache.resource(of: TitleQuery(id: 1)).value
      guard title == model.text else {
        Issue.record("seed \(seed), step \(step): \(title ?? "nothing"), expected \(model.text)")
        return
      }
    }
  }
}

/// A change that adds its number to the title.
private struct Part: OutboxChange {
  let number: Int

  func send(in context: MutationContext) async throws -> String { "" }

  func change(_ patch: inout QueryPatch) {
    let number = number
    patch.update(TitleQuery(id: 1)) { $0 += " \(number)" }
  }

  func receive(_ answer: String, _ patch: inout QueryPatch) {
    patch.set(answer, for: TitleQuery(id: 1))
  }
}
