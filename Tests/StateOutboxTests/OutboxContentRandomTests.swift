import Foundation
import ScreenStateKit
import StateCore
import StateQueries
import StateTestSupport
import Testing

@testable import StateOutbox

/// Random programs of patches of one query or one entity, compared with a list.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxContentRandomTests {
  private struct Item {
    enum Standing { case pending, contained, confirmed }

    let number: Int
    var standing = Standing.pending
    /// The place of its first request among all, or of the one with the answer.
    var sentAt: Int?
    /// Whether the cache performs the change, not the outbox.
    var isForeign = false
  }

  /// The content as a list of the changes on top of what the server has sent.
  private struct Model {
    var base = "0"
    var items: [Item] = []

    var text: String {
      items.filter { $0.standing != .contained }.reduce(base) { $0 + " \($1.number)" }
    }
    /// The unsettled changes of the outbox.
    var unsettled: [Int] {
      items.filter { $0.standing != .confirmed && !$0.isForeign }.map(\.number)
    }

    mutating func show(_ number: Int, sentAt: Int?) {
      items.removeAll { $0.number == number && $0.standing != .confirmed }
      let place = items.firstIndex {
        $0.standing == .pending && !$0.isForeign && $0.number > number
      }
      items.insert(Item(number: number, sentAt: sentAt), at: place ?? items.endIndex)
    }

    mutating func hide(_ number: Int) {
      items.removeAll { $0.number == number && $0.standing != .confirmed }
    }

    mutating func commit(_ number: Int, _ answer: String?, sentAt: Int) {
      guard let index = items.firstIndex(where: { $0.number == number }) else { return }
      if items[index].standing == .contained {
        items.remove(at: index)
      } else if let answer {
        base = answer
        items.remove(at: index)
        // The server had what was sent before.
        for index in items.indices where items[index].sentAt.map({ $0 < sentAt }) ?? false {
          items[index].standing = items[index].standing == .confirmed ? .confirmed : .contained
        }
        items.removeAll { $0.standing == .confirmed && $0.sentAt.map { $0 < sentAt } ?? false }
      } else {
        items[index].standing = .confirmed
        items[index].sentAt = sentAt
      }
    }

    /// The content is removed, and comes again.
    mutating func replace(_ base: String) {
      self.base = base
      items.removeAll { $0.standing == .confirmed }
      for index in items.indices { items[index].standing = .pending }
    }
  }

  /// What the patches change.
  enum Kind: CaseIterable { case query, entity }

  @Test(arguments: seedsOnOneThread(0..<300), Kind.allCases)
  func theContentIsThatOfTheList(seed: Int, kind: Kind) {
    var program = Program(seed: seed, kind)
    for step in 0..<40 {
      program.perform(step)
      guard program.text == program.model.text else {
        let text = program.text ?? "nothing"
        Issue.record("seed \(seed), step \(step): \(text), expected \(program.model.text)")
        return
      }
    }
  }

  @MainActor
  private struct Program {
    private var random: SeededGenerator
    private let kind: Kind
    private let cache = QueryCache()
    private let content: OutboxContent
    private(set) var model = Model()
    private var last = 0
    private var hidden: [Int] = []
    private var sends: [Int: Int] = [:]
    private var sendCount = 0
    /// The open mutations of the cache itself, with the numbers of their patches.
    private var foreign: [Int: (patch: Int, sentAt: Int)] = [:]

    init(seed: Int, _ kind: Kind) {
      random = SeededGenerator(seed: seed)
      self.kind = kind
      content = OutboxContent(cache)
      set("0")
    }

    var text: String? {
      kind == .query
        ? cache.resource(of: TitleQuery(id: 1)).value
        : cache.resource(of: NoteQuery(id: 1)).value?.title
    }

    private func set(_ text: String) {
      cache.set(text, for: TitleQuery(id: 1))
      cache.set(Note(id: 1, title: text), for: NoteQuery(id: 1))
    }

    private mutating func number(_ range: Range<Int>) -> Int {
      Int.random(in: range, using: &random)
    }

    private func flush() { content.flush({ $0.number }, last: last) }

    mutating func perform(_ step: Int) {
      switch number(0..<13) {
      case 0..<3:
        last += 1
        content.show(Part(number: last), .number(last))
        model.show(last, sentAt: nil)
      case 3:
        for number in hidden {
          content.show(Part(number: number), .number(number))
          model.show(number, sentAt: sends[number])
        }
        hidden = []
      case 4, 5: hide()
      case 6:
        guard let number = model.unsettled.randomElement(using: &random) else { return }
        content.noteRefusal(.number(number))
        sends[number] = nil
        model.show(number, sentAt: nil)
      case 7, 8:
        guard let number = model.unsettled.randomElement(using: &random) else { return }
        flush()
        _ = send(number)
      case 9, 10: commit(step)
      case 11: mutate(step)
      default:
        // Entities stay in the cache without their entries.
        guard kind == .query else { return }
        flush()
        cache.remove(TitleQuery(id: 1))
        set("\(step)")
        model.replace("\(step)")
      }
      flush()
    }

    private mutating func hide() {
      let count = number(1..<3)
      for number in model.unsettled.shuffled(using: &random).prefix(count) {
        content.hide(.number(number))
        model.hide(number)
        hidden.append(number)
      }
    }

    /// - Returns: The number of the request for the cache, and that for the model.
    private mutating func send(_ number: Int) -> (Int, Int) {
      sendCount += 1
      if sends[number] == nil { sends[number] = sendCount }
      for index in model.items.indices
      where model.items[index].number == number && !model.items[index].isForeign
        && model.items[index].sentAt == nil
      {
        model.items[index].sentAt = sendCount
      }
      return (content.send(.number(number)), sendCount)
    }

    private mutating func commit(_ step: Int) {
      guard let change = model.unsettled.randomElement(using: &random) else { return }
      let answer = number(0..<3) > 0 ? "\(step)" : nil
      flush()
      let (request, sentAt) = send(change)
      if number(0..<2) == 0 { begin() }
      content.commit(.number(change), nil, answer, { $0.number }, last: last, sentAt: request)
      model.commit(change, answer, sentAt: sentAt)
    }

    /// Begins a mutation of the cache itself, which is sent at once.
    private mutating func begin() {
      last += 1
      sendCount += 1
      foreign[last] = (cache.beginChange(of: Part(number: last)), sendCount)
      model.items.append(Item(number: last, sentAt: sendCount, isForeign: true))
    }

    private mutating func mutate(_ step: Int) {
      flush()
      guard number(0..<2) == 0, let number = foreign.keys.min(), let open = foreign[number] else {
        return begin()
      }
      foreign[number] = nil
      let answer = self.number(0..<3) > 0 ? "\(step)" : nil
      cache.commit(open.patch, of: Part(number: number), answer)
      model.commit(number, answer, sentAt: open.sentAt)
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
    patch.update(Note.self, id: 1) { $0.title += " \(number)" }
  }

  func receive(_ answer: String, _ patch: inout QueryPatch) {
    patch.set(answer, for: TitleQuery(id: 1))
    patch.set(Note(id: 1, title: answer), for: NoteQuery(id: 1))
  }
}
