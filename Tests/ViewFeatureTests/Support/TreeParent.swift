import StateTestSupport
import ViewFeature

/// The events of a tree in order, and the gates of its effects.
@MainActor
final class TreeLog {
  var lines: [String] = []
  var gates: [Int: Gate] = [:]

  func gate(_ token: Int) -> Gate {
    if let gate = gates[token] { return gate }
    let gate = Gate()
    gates[token] = gate
    return gate
  }
}

/// An output of a child, and the change that the parent makes in response.
struct TreeOutput: Equatable, Sendable {
  let token: Int
  var edit: TreeEdit?
}

/// A child in one or several places of a `TreeParent`.
struct TreeChild: OutputFeature {
  @MainActor @Observable final class State: Identifiable {
    let number: Int
    nonisolated let id: Int

    init(_ number: Int) {
      self.number = number
      id = TreeShape.id(of: number)
    }

    /// Returns the token of an effect of this child.
    func effect(_ token: Int) -> Int { TreeShape.effect(token, of: number) }
  }

  enum Action: ActionLockable, Equatable, Sendable {
    case note(Int)
    /// Locked until its effect ends.
    case save(Int)
    /// Its effect replaces the previous one.
    case work(Int)
    case report(TreeOutput)
    case leave
    case leaveTwice
    case reportThenLeave(TreeOutput)
    case leaveThenReport(TreeOutput)

    var lockKey: AnyHashable {
      if case .save = self { "save" } else { AnyHashable(UUID()) }
    }
  }

  typealias Output = TreeOutput

  let log: TreeLog

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .note(let token):
        log.lines.append("\(state.number) noted \(token)")
        return .none
      case .save(let token):
        log.lines.append("\(state.number) saves \(token)")
        let effect = state.effect(token)
        return .run(name: "\(effect)") { _ in try await pass(effect) }
      case .work(let token):
        log.lines.append("\(state.number) works \(token)")
        let effect = state.effect(token)
        return .run(id: "work", name: "\(effect)") { _ in try await pass(effect) }
      case .report(let output): return self.output(output)
      case .leave: return dismiss()
      case .leaveTwice: return .merge(dismiss(), dismiss())
      case .reportThenLeave(let output): return .merge(self.output(output), dismiss())
      case .leaveThenReport(let output): return .merge(dismiss(), self.output(output))
      }
    }
  }

  private func pass(_ effect: Int) async throws {
    try await log.gate(effect).pass()
    await store.output(TreeOutput(token: effect))
  }
}

/// A parent with children of one type in several properties.
///
/// A helper declares those in cases.
struct TreeParent: Feature {
  enum Destination: NavigationTarget {
    case add(TreeChild.State)
    case edit(TreeChild.State)
  }

  enum Screen: NavigationTarget {
    case stop(TreeChild.State)
    case rest(TreeChild.State)
  }

  @MainActor @Observable final class State {
    var list: [TreeChild.State] = []
    var selected: TreeChild.State?
    var destination: Destination?
    var path: [Screen] = []
    var byName: [String: TreeChild.State] = [:]
    @ObservationIgnored let objects = (0..<TreeShape.objectCount).map { TreeChild.State($0) }
  }

  enum Action: Sendable {
    case edit(TreeEdit)
    /// A handler that suspends.
    case wait(Int)
    case output(TreeDeclaration, TreeKey, TreeOutput)
    case tellAll(TreeChild.Action)
  }

  let log: TreeLog
  let list: ChildCollection<TreeChild, Int>
  let selected: OptionalChild<TreeChild>
  let add: OptionalChild<TreeChild>
  let edit: OptionalChild<TreeChild>
  let stops: ChildCollection<TreeChild, Int>
  let rests: ChildCollection<TreeChild, Int>
  let byName: ChildCollection<TreeChild, String>

  init(log: TreeLog) {
    self.log = log
    let child = TreeChild(log: log)
    list = ChildCollection(\.list, child) { .output(.list, .id($0), $1) }
    selected = OptionalChild(\.selected, child) { .output(.selected, .only, $0) }
    add = Self.destination(Destination.add, .add, child)
    edit = Self.destination(Destination.edit, .edit, child)
    stops = Self.screens(Screen.stop, .stops, child)
    rests = Self.screens(Screen.rest, .rests, child)
    byName = ChildCollection(\.byName, child) { .output(.byName, .name($0), $1) }
  }

  private static func destination(
    _ embed: @escaping @MainActor (TreeChild.State) -> Destination,
    _ declaration: TreeDeclaration,
    _ child: TreeChild
  ) -> OptionalChild<TreeChild> {
    OptionalChild(\.destination, case: embed, child) { .output(declaration, .only, $0) }
  }

  private static func screens(
    _ embed: @escaping @MainActor (TreeChild.State) -> Screen,
    _ declaration: TreeDeclaration,
    _ child: TreeChild
  ) -> ChildCollection<TreeChild, Int> {
    ChildCollection(\.path, case: embed, child) { .output(declaration, .id($0), $1) }
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .edit(let edit): state.apply(edit)
      case .wait(let token): try? await log.gate(token).pass()
      case .output(let declaration, let key, let output):
        log.lines.append("\(declaration)\(key) reports \(output.token)")
        if let edit = output.edit { state.apply(edit) }
      case .tellAll(let action): return send(action, toAll: \.list)
      }
      return .none
    }
  }
}

extension TreeParent.State {
  var shape: TreeShape {
    var shape = TreeShape()
    shape.list = list.map(\.number)
    shape.selected = selected?.number
    shape.destination =
      switch destination {
      case .add(let child): TreeShape.Case(place: .add, object: child.number)
      case .edit(let child): TreeShape.Case(place: .edit, object: child.number)
      case nil: nil
      }
    shape.path = path.map {
      switch $0 {
      case .stop(let child): TreeShape.Case(place: .stop, object: child.number)
      case .rest(let child): TreeShape.Case(place: .rest, object: child.number)
      }
    }
    shape.byName = byName.mapValues(\.number)
    return shape
  }

  func apply(_ edit: TreeEdit) {
    switch edit {
    case .put(let object, .list): list.append(objects[object])
    case .put(let object, .selected): selected = objects[object]
    case .put(let object, .add): destination = .add(objects[object])
    case .put(let object, .edit): destination = .edit(objects[object])
    case .put(let object, .stop): path.append(.stop(objects[object]))
    case .put(let object, .rest): path.append(.rest(objects[object]))
    case .put(let object, .nameA): byName["a"] = objects[object]
    case .put(let object, .nameB): byName["b"] = objects[object]
    case .clear(.list): list = Array(list.dropFirst())
    case .replaceFirst(let object): if !list.isEmpty { list[0] = objects[object] }
    case .clear(.selected): selected = nil
    case .clear(.add), .clear(.edit): destination = nil
    case .clear(.stop): path = path.dropLast()
    case .clear(.rest): path = Array(path.dropFirst())
    case .clear(.nameA): byName["a"] = nil
    case .clear(.nameB): byName["b"] = nil
    }
  }
}

extension Store<TreeParent> {
  func scope(_ declaration: TreeDeclaration, _ key: TreeKey) -> Store<TreeChild>? {
    switch (declaration, key) {
    case (.list, .id(let id)): scope(\.list, id: id)
    case (.stops, .id(let id)): scope(\.stops, id: id)
    case (.rests, .id(let id)): scope(\.rests, id: id)
    case (.byName, .name(let name)): scope(\.byName, id: name)
    case (.selected, _): scope(\.selected)
    case (.add, _): scope(\.add)
    case (.edit, _): scope(\.edit)
    default: nil
    }
  }
}
