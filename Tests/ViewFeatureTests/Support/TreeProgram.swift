import StateCore
import StateTestSupport
import Testing

@testable import FeatureStore

/// An operation on a tree and on its model.
enum TreeOperation: Equatable {
  /// A change by a handler of the parent.
  case edit(TreeEdit)
  /// A change outside any handler.
  case change(TreeEdit)
  case scope(TreeDeclaration, TreeKey)
  /// An action for the child whose store was created as the nth, or as the last one.
  case send(TreeChild.Action, to: Int)
  case tellAll(TreeChild.Action)
  /// A handler of the parent begins and suspends.
  case wait
  /// The suspended handler ends.
  case resume
  /// The effect with a token ends.
  case finish(Int)
  case settle
}

/// A tree and its model, which receive the same operations.
@MainActor
final class TreeProgram {
  private let log = TreeLog()
  private let store: Store<TreeParent>
  private(set) var model = ReferenceTree()
  /// The created stores, in the order of the model's.
  ///
  /// `nil` for a store that ended before it could be retained.
  private(set) var children: [Store<TreeChild>?] = []
  private var waiting: Int?
  private var lastWait = 0

  init() {
    store = Store(initialState: TreeParent.State(), feature: TreeParent(log: log))
  }

  /// - Returns: The difference between the two.
  func perform(_ operation: TreeOperation) async -> String? {
    switch operation {
    case .edit(let edit):
      store.send(.edit(edit))
      model.send(.edit(edit))
    case .change(let edit):
      store.state.apply(edit)
      model.change(edit)
    case .scope(let declaration, let key):
      if let difference = scope(declaration, key) { return difference }
    case .send(let action, let index):
      guard !children.isEmpty else { return nil }
      let index = min(index, children.count - 1)
      children[index]?.send(action)
      model.send(action, to: index)
    case .tellAll(let action):
      store.send(.tellAll(action))
      model.send(.tellAll(action))
      // The parent has created the missing stores.
      if let difference = noteNewStores() { return difference }
    case .wait:
      guard waiting == nil else { return nil }
      lastWait -= 1
      waiting = lastWait
      store.send(.wait(lastWait))
      model.send(.wait)
    case .resume:
      guard let waiting else { return nil }
      self.waiting = nil
      log.gate(waiting).open()
      await settle()
      // The turn for changes outside handlers comes first.
      model.prune()
      model.resume()
      if let difference = noteNewStores() { return difference }
    case .finish(let token):
      // Effects that begin in the meantime reach their gates.
      await settle()
      model.prune()
      log.gate(token).open()
      await settle()
      model.finish(token)
    case .settle:
      await settle()
      model.prune()
    }
    return difference()
  }

  /// Ends everything that can end.
  func finish() async -> String? {
    if let difference = await perform(.resume) { return difference }
    return await perform(.settle)
  }

  private func scope(_ declaration: TreeDeclaration, _ key: TreeKey) -> String? {
    let (actual, expected) = (store.scope(declaration, key), model.scope(declaration, key))
    guard let actual, let expected else {
      return (actual == nil) == (expected == nil)
        ? nil : "\(declaration)\(key) is \(actual == nil ? "no child" : "a child")"
    }
    if expected == children.count { children.append(actual) }
    if children[expected] === actual { return nil }
    let index = children.firstIndex { $0 === actual }
    return
      "\(declaration)\(key) has the store \(index.map { "\($0)" } ?? "of its own"), not \(expected)"
  }

  private func noteNewStores() -> String? {
    for child in model.children[children.count...] {
      guard !child.hasEnded, let home = child.homes.first else {
        children.append(nil)
        continue
      }
      if let difference = scope(home.declaration, home.key) { return difference }
    }
    return nil
  }

  private func difference() -> String? {
    if store.state.shape != model.shape {
      return "the state is \(store.state.shape), not \(model.shape)"
    }
    if log.lines != model.lines { return "the events are \(log.lines), not \(model.lines)" }
    // Until the parent has checked, effects of removed children may continue.
    if model.isDirty { return nil }
    for (index, child) in children.enumerated() {
      guard let child else { continue }
      let effects = child.effects.filter { $0.state != .cancelled }.compactMap {
        $0.name.flatMap(Int.init)
      }
      let expected = model.children[index].effects
      if effects.sorted() != expected {
        return "the effects of \(index) are \(effects.sorted()), not \(expected)"
      }
      if child.turns.hasEnded != model.children[index].hasEnded {
        return "the store \(index) has \(child.turns.hasEnded ? "" : "not ")ended"
      }
    }
    return nil
  }
}

/// A maker of operations.
struct TreeProgramMaker {
  var random: SeededGenerator
  private var lastToken = 0

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
  }

  mutating func makeOperation(_ program: ReferenceTree) -> TreeOperation {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4: .edit(makeEdit())
    case 4..<6: .change(makeEdit())
    case 6..<11: makeScope(program.shape)
    case 11..<18:
      .send(
        makeAction(),
        to: Int.random(in: 0...max(program.children.count - 1, 0), using: &random)
      )
    case 18: .tellAll(makeAction())
    case 19: .wait
    case 20: .resume
    case 21, 22: makeFinish(program)
    default: .settle
    }
  }

  private mutating func makeEdit() -> TreeEdit {
    if Int.random(in: 0..<8, using: &random) == 0 {
      return .replaceFirst(Int.random(in: 0..<TreeShape.objectCount, using: &random))
    }
    let place = TreePlace.allCases.randomElement(using: &random) ?? .list
    if Int.random(in: 0..<3, using: &random) == 0 { return .clear(place) }
    return .put(Int.random(in: 0..<TreeShape.objectCount, using: &random), place)
  }

  /// Returns a scope operation, usually for a child that exists.
  private mutating func makeScope(_ shape: TreeShape) -> TreeOperation {
    var places: [(TreeDeclaration, TreeKey)] = []
    for declaration in TreeDeclaration.allCases {
      for object in 0..<TreeShape.objectCount {
        if let key = shape.key(of: object, in: declaration) { places.append((declaration, key)) }
      }
    }
    guard let place = places.randomElement(using: &random) else { return .scope(.selected, .only) }
    return .scope(place.0, place.1)
  }

  private mutating func makeAction() -> TreeChild.Action {
    lastToken += 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .note(lastToken)
    case 1, 2: return .save(lastToken)
    case 3, 4: return .work(lastToken)
    case 5: return .report(makeOutput())
    case 6: return .leave
    case 7: return .leaveTwice
    case 8: return .reportThenLeave(makeOutput())
    default: return .leaveThenReport(makeOutput())
    }
  }

  private mutating func makeOutput() -> TreeOutput {
    let edit = Bool.random(using: &random) ? makeEdit() : nil
    return TreeOutput(token: lastToken, edit: edit)
  }

  private mutating func makeFinish(_ program: ReferenceTree) -> TreeOperation {
    let tokens = program.children.flatMap(\.effects)
    return tokens.randomElement(using: &random).map { .finish($0) } ?? .settle
  }
}
