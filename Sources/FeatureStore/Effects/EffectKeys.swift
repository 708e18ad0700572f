import StateCore

/// The ids of an effect that has not begun.
struct EffectKeys {
  /// The ids of the whole effect, outermost first.
  private(set) var whole: [TaskKey] = []
  /// The ids of its parts, except those that are also ids of the whole effect or of a composition around the part.
  private(set) var parts: [TaskKey] = []

  init(of effect: EffectDescription) {
    var next: EffectDescription? = effect
    while let effect = next {
      whole += effect.keys
      next = effect.onlyPart
      if next == nil { collect(effect.firstParts, whole) }
    }
  }

  private mutating func collect(_ effects: [EffectDescription], _ enclosing: [TaskKey]) {
    for effect in effects {
      let keys = effect.keys
      parts += keys.filter { !enclosing.contains($0) }
      let inner = effect.onlyPart.map { [$0] } ?? effect.firstParts
      if !inner.isEmpty { collect(inner, enclosing + keys) }
    }
  }
}

extension EffectDescription {
  /// The effect's own id, or that of the lane in which it waits.
  fileprivate var keys: [TaskKey] {
    if case .wrapped(.scheduled(let key, _), _) = kind { return [key] }
    return options.key.map { [$0] } ?? []
  }

  /// The only part of the effect, if it is a wrapper or a composition of one part.
  fileprivate var onlyPart: EffectDescription? {
    switch kind {
    case .wrapped(_, let part): part
    case .merge(let parts), .concatenate(let parts):
      parts.contents.count == 1 ? parts.contents[0].effect : nil
    case .run, .every, .cancel, .output, .send: nil
    }
  }

  /// The parts that begin together with the effect.
  fileprivate var firstParts: [EffectDescription] {
    switch kind {
    case .merge(let parts): parts.described
    case .concatenate(let parts): parts.contents.first?.described.map { [$0] } ?? []
    case .run, .every, .cancel, .output, .send, .wrapped: []
    }
  }
}
