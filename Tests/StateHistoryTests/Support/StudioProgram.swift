import StateCore

@testable import StateHistory

/// The random steps of a program.
struct StudioProgram {
  typealias Content = StudioStep.Content
  typealias Assignment = StudioStep.Assignment

  let recordsJournal: Bool
  let saves: Bool
  private var random: SeededGenerator
  /// A number for values that no field has had, which time travel notices as changes.
  private var unique = 0

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    recordsJournal = seed % 2 == 0
    saves = seed % 3 == 0
  }

  /// The number of the last new effect or item.
  private var lastNumber = 0

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  static func model(seed: Int, isFeature: Bool) -> StudioModel {
    var limits = HistoryLimits()
    if seed % 5 == 1 { limits.steps = 1 + seed % 7 }
    if seed % 5 == 2 { limits.bytes = 500 + seed % 13 * 150 }
    let saves = seed % 3 == 0
    return StudioModel(
      isFeature: isFeature,
      countsStarts: !saves && seed % 4 != 0,
      isCancelling: seed % 4 != 1,
      hasSide: !saves,
      limits: limits
    )
  }

  /// Returns the next step; `nil` if the chosen one isn't possible.
  mutating func step(_ model: StudioModel) -> StudioStep? {
    if model.isTravelling { return stepOfTravel(model) }
    switch next(48) {
    case 0...8: return .change(changes(model))
    case 9...12: return .edit(changes(model))
    case 13...16: return .server(changes(model))
    case 17...18: return .observe(changes(model))
    case 19...20: return name(model)
    case 21...22:
      return .later(
        nextNumber(),
        next(3) == 0 ? [] : changes(model),
        late: late(model),
        cleanUp: model.isFeature && !saves && next(2) == 0 ? plain() : []
      )
    case 23: return model.effects.randomElement(using: &random).map { .open($0.number) }
    case 24...26: return .write(changes(model))
    case 27...29:
      return group(model)
    case 30: return side(model)
    case 31...34: return .undo
    case 35...36: return .redo
    case 37: return .mark
    case 38: return model.marks.randomElement(using: &random).map { .revert($0) }
    case 39: return .wait([200, 700][next(2)])
    case 40: return next(5) == 0 ? .clear : .separate
    case 44: return present(model, changes(model), undoes: false)
    case 45: return present(model, plain(), undoes: true)
    case 46: return model.presented == nil ? nil : .openPresented
    case 47: return model.presented == nil ? nil : .dismiss
    case 41...42: return recordsJournal ? .travel(Double(next(1_001)) / 1_000) : nil
    default: return saves ? .launch : nil
    }
  }

  private mutating func stepOfTravel(_ model: StudioModel) -> StudioStep? {
    unique += 1
    let own = [Assignment(field: .title, content: .text("own \(unique)"))]
    switch next(14) {
    case 12: return present(model, own, undoes: next(2) == 0)
    case 13: return model.presented == nil ? nil : .openPresented
    case 0: return .change(own)
    case 1: return .server(own)
    case 2: return .undo
    case 3: return .redo
    case 4: return .mark
    case 5: return model.marks.randomElement(using: &random).map { .revert($0) }
    case 6: return model.effects.randomElement(using: &random).map { .open($0.number) }
    case 7: return .write([Assignment(field: .high, content: .number(100 + unique))])
    case 8: return .observe(own)
    default: return .resume
    }
  }

  private mutating func present(
    _ model: StudioModel,
    _ changes: [Assignment],
    undoes: Bool
  ) -> StudioStep? {
    model.presented == nil ? .present(changes, late: late(model), undoes: undoes) : nil
  }

  /// Changes of fields without children to values that they haven't had.
  private mutating func plain() -> [Assignment] {
    unique += 1
    let title = Assignment(field: .title, content: .text("plain \(unique)"))
    let cursor = Assignment(field: .cursor, content: .number(100 + unique))
    return [[title], [cursor], [title, cursor]][next(3)]
  }

  private mutating func name(_ model: StudioModel) -> StudioStep? {
    let declared = [.lead, .items, .named].flatMap { model.content(0, $0).serials }
    return declared.randomElement(using: &random).map { .name($0, ["", "n", "m"][next(3)]) }
  }

  private mutating func late(_ model: StudioModel) -> [Assignment] {
    unique += 1
    let title = Assignment(field: .title, content: .text("late \(unique)"))
    let high = Assignment(field: .high, content: .number(100 + unique))
    let item = model.items.randomElement(using: &random)
    switch next(4) {
    case 0: return [title]
    case 1: return [title, high]
    case 2:
      let name = Content.text("late \(unique)")
      return [item.map { Assignment(object: $0, field: .name, content: name) } ?? title]
    default: return [high]
    }
  }

  private mutating func group(_ model: StudioModel) -> StudioStep {
    var actions: [[Assignment]] = []
    // The model knows the values before the group only.
    var used: Set<Int> = []
    for _ in 0..<(1 + next(3)) {
      let new = changes(model)
      let fields = new.map { $0.object * 16 + $0.field.rawValue }
      if used.isDisjoint(with: fields), new.allSatisfy({ $0.object == 0 && $0.field != .inner }) {
        actions.append(new)
        used.formUnion(fields)
      }
    }
    return .group(actions, throws: next(3) == 0, suspends: !model.isFeature || next(2) == 0)
  }

  private mutating func side(_ model: StudioModel) -> StudioStep? {
    if !model.hasSide { return nil }
    return next(8) == 0 ? .endSide : .side(["", "a", "b"][next(3)])
  }

  // MARK: Changes

  /// The changes of one action, each of another field.
  private mutating func changes(_ model: StudioModel) -> [Assignment] {
    let first = change(model)
    guard next(3) == 0 else { return first }
    let second = change(model)
    // Both are of the same state, so they may not change or move the same things.
    return second.contains { other in first.contains { areRelated($0, other) } }
      ? first : first + second
  }

  private func areRelated(_ one: Assignment, _ other: Assignment) -> Bool {
    let changesChildren = one.field != .name && !one.field.isPlain && !other.field.isPlain
    return changesChildren || one.field == other.field
  }

  private mutating func change(_ model: StudioModel) -> [Assignment] {
    switch next(16) {
    case 0...2: [Assignment(field: .title, content: .text(title()))]
    case 3: [Assignment(field: .low, content: .number(next(6)))]
    case 4: [Assignment(field: .high, content: .number(next(6)))]
    case 5: [Assignment(field: .cursor, content: .number(next(3)))]
    case 6...7: lead(model)
    case 8: shelf(model)
    case 9...12: items(model)
    case 13: named(model)
    default: itemChange(model)
    }
  }

  private mutating func title() -> String {
    let kind = next(12)
    if kind > 1 { return ["", "a", "b"][kind % 3] }
    return String(repeating: kind == 0 ? "x" : "y", count: [40, 3_000][next(2)])
  }

  private mutating func fresh(_ model: StudioModel, without ids: [Int] = []) -> Int {
    var serial = nextNumber()
    while ids.contains(Item.id(of: serial)) { serial = nextNumber() }
    return serial
  }

  private func children(_ serials: [Int]) -> Content {
    .children(serials.map { StudioStep.Place(serial: $0) })
  }

  private mutating func lead(_ model: StudioModel) -> [Assignment] {
    let present = model.content(0, .lead).serials
    let items = model.content(0, .items).serials
    switch next(5) {
    case 0: return [Assignment(field: .lead, content: children([]))]
    case 1:
      // An item moves to another field.
      guard let moved = items.randomElement(using: &random) else { fallthrough }
      return [
        Assignment(field: .items, content: children(items.filter { $0 != moved })),
        Assignment(field: .lead, content: children([moved])),
      ]
    case 2:
      guard let moved = present.first, !items.contains(where: { hasSameID($0, moved) }) else {
        fallthrough
      }
      return [
        Assignment(field: .lead, content: children([])),
        Assignment(field: .items, content: children(items + [moved])),
      ]
    default: return [Assignment(field: .lead, content: children([fresh(model)]))]
    }
  }

  private func hasSameID(_ one: Int, _ other: Int) -> Bool {
    Item.id(of: one) == Item.id(of: other)
  }

  private mutating func shelf(_ model: StudioModel) -> [Assignment] {
    let present = model.content(0, .shelf).serials
    let content: Content
    switch next(5) {
    case 0: content = children([])
    case 1: content = .label(["x", "y"][next(2)])
    case 2:
      let serial = present.first ?? fresh(model)
      content = .children([StudioStep.Place(name: ["item", "other"][next(2)], serial: serial)])
    default:
      content = .children([
        StudioStep.Place(name: ["item", "other"][next(2)], serial: fresh(model))
      ])
    }
    return [Assignment(field: .shelf, content: content)]
  }

  private mutating func items(_ model: StudioModel) -> [Assignment] {
    var serials = model.content(0, .items).serials
    switch next(7) {
    case 0: serials.shuffle(using: &random)
    case 1...2:
      if !serials.isEmpty { serials.remove(at: next(serials.count)) }
    case 3:
      // Another item with the same id.
      guard !serials.isEmpty else { fallthrough }
      let place = next(serials.count)
      var serial = nextNumber()
      while !hasSameID(serial, serials[place]) { serial = nextNumber() }
      serials[place] = serial
    default:
      if serials.count < 4 {
        let serial = fresh(model, without: serials.map { Item.id(of: $0) })
        serials.insert(serial, at: next(serials.count + 1))
      }
    }
    return [Assignment(field: .items, content: children(serials))]
  }

  private mutating func named(_ model: StudioModel) -> [Assignment] {
    guard case .children(var places) = model.content(0, .named) else { return [] }
    let key = ["k", "m"][next(2)]
    let old = places.firstIndex { $0.name == key }
    switch next(3) {
    case 0:
      if let old { places.remove(at: old) }
    case 1 where places.count == 2:
      places = [
        StudioStep.Place(name: "k", serial: places[1].serial),
        StudioStep.Place(name: "m", serial: places[0].serial),
      ]
    default:
      if let old { places.remove(at: old) }
      places.append(StudioStep.Place(name: key, serial: fresh(model)))
      places.sort { $0.name < $1.name }
    }
    return [Assignment(field: .named, content: .children(places))]
  }

  private mutating func itemChange(_ model: StudioModel) -> [Assignment] {
    guard let item = model.items.randomElement(using: &random) else {
      return [Assignment(field: .title, content: .text(title()))]
    }
    if next(3) > 0 {
      return [Assignment(object: item, field: .name, content: .text(["", "n", "m"][next(3)]))]
    }
    let inner = next(3) == 0 ? [] : [fresh(model)]
    return [Assignment(object: item, field: .inner, content: children(inner))]
  }
}
