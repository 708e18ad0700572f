import StateTesting

/// An effect as data: made at random, told to a model, and turned into an `ActionTask`.
struct EffectPlan: Sendable, CustomStringConvertible {
  indirect enum Kind: Sendable {
    /// An effect that waits at a gate; a stubborn one takes no notice of a cancel there.
    case leaf(Int, isStubborn: Bool)
    case merge([EffectPlan])
    case concatenate([EffectPlan])
    case cancel(Int)
  }

  let kind: Kind
  var id: Int?
  /// Whether what runs under the id is cancelled first.
  var replaces = false
  /// What its failures are reported as, if it has a handler for them.
  var handler: String?

  /// Short: `merge[#1 id 2!, ~#3]`, with `!` for replacing and `~` for stubborn.
  var description: String {
    let id = id.map { " id \($0)\(replaces ? "!" : "")" } ?? ""
    let handler = handler.map { " \($0)" } ?? ""
    let text =
      switch kind {
      case .leaf(let number, let isStubborn): "\(isStubborn ? "~" : "")#\(number)"
      case .merge(let parts): "merge\(parts)"
      case .concatenate(let parts): "concatenate\(parts)"
      case .cancel(let id): "cancel \(id)"
      }
    return text + id + handler
  }

  var isLeaf: Bool {
    if case .leaf = kind { true } else { false }
  }
}

/// Makes plans at random.
///
/// Parts of concatenations begin at times of their own. So that their order does not matter, they
/// have ids that nothing else has, and cancel only ids that no composition and no effect has that
/// begins beside them.
struct EffectPlanMaker {
  /// The ids that effects and compositions outside of concatenations have in common.
  static let sharedIDs = 0..<3
  /// The ids that only effects outside of concatenations have, if `usesEffectIDs` is set.
  static let effectIDs = 3..<5

  var random: SeededGenerator
  var usesEffectIDs = false
  /// Parts of a merge that cancel each other do so in the order of their beginning.
  var usesCancels = true
  private(set) var count = 0

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
  }

  /// Every id that a plan may have had so far.
  var ids: [Int] { Array(0..<5) + (0..<count).map(ownID) }

  mutating func makePlan(depth: Int = 3, isPart: Bool = false) -> EffectPlan {
    guard depth > 0, chance(1, in: 2) else { return makeLeafOrCancel(isPart: isPart) }
    let isMerge = chance(1, in: 2)
    let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
      makePlan(depth: depth - 1, isPart: isPart || !isMerge)
    }
    return withOptions(isMerge ? .merge(parts) : .concatenate(parts), Self.sharedIDs, isPart)
  }

  mutating func chance(_ share: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < share
  }

  private mutating func makeLeafOrCancel(isPart: Bool) -> EffectPlan {
    if chance(1, in: 8), usesCancels {
      let ids = isPart ? Array(Self.effectIDs) : ids
      return EffectPlan(kind: .cancel(ids.randomElement(using: &random) ?? 0))
    }
    count += 1
    let leaf = EffectPlan.Kind.leaf(count, isStubborn: chance(1, in: 5))
    return withOptions(leaf, usesEffectIDs ? 0..<5 : Self.sharedIDs, isPart)
  }

  private mutating func withOptions(
    _ kind: EffectPlan.Kind,
    _ ids: Range<Int>,
    _ isPart: Bool
  ) -> EffectPlan {
    var plan = EffectPlan(kind: kind)
    if chance(1, in: 2) {
      count += 1
      plan.id = isPart ? ownID(count) : Int.random(in: ids, using: &random)
      plan.replaces = chance(1, in: 2)
    }
    if chance(1, in: 4) {
      count += 1
      plan.handler = "handler \(count)"
    }
    return plan
  }

  private func ownID(_ number: Int) -> Int {
    100 + number
  }
}
