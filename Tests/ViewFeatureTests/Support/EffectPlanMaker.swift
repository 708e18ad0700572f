import StateCore
import StateTesting

/// A maker of random plans.
///
/// Parts of concatenations and scheduled effects begin at separate times. To make their order irrelevant, they have
/// unique ids, or the id of the enclosing composition. They cancel only ids that no composition and no concurrently
/// starting effect has.
struct EffectPlanMaker {
  enum Operator: CaseIterable {
    case debounce, throttle, queued, limited, execution, group, retry, timeout, delay, every, send
  }

  /// The place of a plan.
  struct Place {
    var depth = 3
    /// Whether it begins at a separate time.
    var isPart = false
    /// The ids of enclosing compositions whose parts begin together with it.
    var enclosing: [Int] = []
  }

  /// The ids that effects and compositions outside concatenations share.
  static let sharedIDs = 0..<3
  /// The ids that only effects outside concatenations have, if `usesEffectIDs` is set.
  static let effectIDs = 3..<5

  static let priorities: [TaskPriority] = [.background, .low, .medium, .high]

  var random: SeededGenerator
  let operators: [Operator]
  var usesEffectIDs = false
  /// Whether plans contain cancels.
  ///
  /// Parts of a merge that cancel each other do so in the order of their beginning.
  var usesCancels = true
  private(set) var count = 0

  init(seed: Int, operators: [Operator] = []) {
    random = SeededGenerator(seed: seed)
    self.operators = operators
  }

  /// All ids that plans may have used so far.
  var ids: [Int] { Array(0..<5) + (0..<count).map(ownID) }

  mutating func makePlan(_ place: Place = Place()) -> EffectPlan {
    guard place.depth > 0, chance(1, in: 2) else { return makeLeafOrCancel(place) }
    guard chance(1, in: 2), let kind = operators.randomElement(using: &random) else {
      return makeComposition(place)
    }
    return makePlan(kind, place)
  }

  mutating func chance(_ share: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < share
  }

  private mutating func makeComposition(_ place: Place) -> EffectPlan {
    let isMerge = chance(1, in: 2)
    var plan = withOptions(EffectPlan(kind: .merge([])), Self.sharedIDs, place)
    var inner = place
    inner.depth -= 1
    inner.isPart = place.isPart || !isMerge
    inner.enclosing = (isMerge ? place.enclosing : []) + (plan.id.map { [$0] } ?? [])
    let count = chance(1, in: 5) ? 1 : Int.random(in: 2...3, using: &random)
    let parts = (0..<count).map { _ in makePlan(inner) }
    plan.kind = isMerge ? .merge(parts) : .concatenate(parts)
    return plan
  }

  private mutating func makePlan(_ kind: Operator, _ place: Place) -> EffectPlan {
    switch kind {
    case .send:
      // Its action is handled when nothing else of the plan is being started.
      let inner = Place(depth: min(place.depth, 2) - 1, isPart: place.isPart)
      return EffectPlan(kind: .send(makePlan(inner)))
    case .every:
      count += 1
      let kind = EffectPlan.Kind.every(
        count,
        interval: makeDuration(),
        count: chance(1, in: 2) ? 1 : 2
      )
      return withOptions(EffectPlan(kind: kind), Self.sharedIDs, place)
    case .retry, .timeout, .delay:
      var plan = withOptions(EffectPlan(kind: .merge([])), Self.sharedIDs, place)
      // Without its own id, it takes the id of the repeated effect, which then enters a lane immediately.
      var inner = makeInner(plan.id, place)
      if plan.id == nil, !place.isPart { inner.id = nil }
      plan.kind =
        switch kind {
        case .retry:
          .retry(inner, attempts: Int.random(in: 2...3, using: &random), pause: makeDuration())
        case .delay: .delayed(inner, by: makeDuration())
        default: .timeout(inner, after: makeDuration())
        }
      return plan
    case .group:
      let group = makeID(Self.sharedIDs, place)
      count += 1
      let id = ownID(count)
      let rule = makeRule(.execution)
      return EffectPlan(kind: .grouped(makeInner(group, place), rule, id: id, group: group))
    case .debounce, .throttle, .queued, .limited, .execution:
      let lane = makeID(Self.sharedIDs, place)
      let rule = makeRule(kind)
      return EffectPlan(kind: .scheduled(makeInner(lane, place), rule, lane: lane))
    }
  }

  private mutating func makeInner(_ id: Int?, _ place: Place) -> EffectPlan {
    let enclosing = id.map { [$0] } ?? []
    while true {
      let plan = makePlan(Place(depth: place.depth - 1, isPart: true, enclosing: enclosing))
      if plan.takesNoTime, !chance(1, in: 4) { continue }
      return plan
    }
  }

  private mutating func makeRule(_ kind: Operator) -> EffectPlan.Rule {
    switch kind {
    case .debounce: .debounce(makeDuration())
    case .throttle: .throttle(makeDuration(), latest: chance(2, in: 3))
    case .queued: .wait(limit: 1)
    case .limited: .wait(limit: Int.random(in: 1...3, using: &random))
    case .execution, .group, .retry, .timeout, .delay, .every, .send: makeAnyRule()
    }
  }

  private mutating func makeAnyRule() -> EffectPlan.Rule {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: .drop
    case 2, 3: .restart
    case 4: .allow
    case 5: makeRule(.limited)
    case 6: makeRule(.debounce)
    default: makeRule(.throttle)
    }
  }

  /// Returns a duration such that no two timers fire together, and none fires during an operation.
  private mutating func makeDuration() -> Int {
    count += 1
    return Int.random(in: 0...4, using: &random) * ReferenceEffects.tick + 1 + count * 37 % 89
  }

  private mutating func makeLeafOrCancel(_ place: Place) -> EffectPlan {
    if chance(1, in: 8), usesCancels {
      let ids =
        place.isPart ? Array(Self.effectIDs) + place.enclosing.filter { $0 >= ownID(0) } : ids
      return EffectPlan(kind: .cancel(ids.randomElement(using: &random) ?? 0))
    }
    count += 1
    let leaf = EffectPlan.Kind.leaf(count, isStubborn: chance(1, in: 5))
    return withOptions(EffectPlan(kind: leaf), usesEffectIDs ? 0..<5 : Self.sharedIDs, place)
  }

  private mutating func withOptions(
    _ plan: EffectPlan,
    _ ids: Range<Int>,
    _ place: Place
  ) -> EffectPlan {
    var plan = plan
    if chance(1, in: 2) {
      plan.id = makeID(ids, place)
      plan.replaces = chance(1, in: 2)
    }
    if chance(1, in: 4) {
      count += 1
      plan.handler = "handler \(count)"
    }
    if chance(1, in: 5) { plan.priority = Self.priorities.randomElement(using: &random) }
    return plan
  }

  private mutating func makeID(_ ids: Range<Int>, _ place: Place) -> Int {
    if chance(1, in: 3), let id = place.enclosing.randomElement(using: &random) { return id }
    count += 1
    return place.isPart ? ownID(count) : Int.random(in: ids, using: &random)
  }

  private func ownID(_ number: Int) -> Int {
    100 + number
  }
}
