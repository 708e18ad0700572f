/// The parts of a composition.
final class EffectParts: Sendable {
  let contents: [EffectContent]
  /// The depth of nested merges without options.
  let depth: Int
  /// Whether all parts complete within the call that starts them.
  let takeNoTime: Bool

  init(_ contents: [EffectContent]) {
    takeNoTime = contents.allSatisfy(\.takesNoTime)
    let depth = contents.reduce(0) { max($0, $1.plainMerge?.depth ?? 0) } + 1
    if depth < Self.deepest {
      self.contents = contents
      self.depth = depth
    } else {
      // Limit the depth, because releasing nested merges uses the stack at each level.
      self.contents = Self.flattened(contents)
      self.depth = 1
    }
  }

  var effects: [EffectDescription] { contents.compactMap(\.effect) }
  /// The parts of a concatenation that begin in the call that starts it: those that complete immediately, and one more.
  var leading: ArraySlice<EffectContent> {
    contents.prefix(contents.prefix(while: \.takesNoTime).count + 1)
  }
  /// The descriptions of the parts that have one.
  var described: [EffectDescription] { contents.compactMap(\.described) }

  private static let deepest = 100

  /// Returns the parts in their order, with merges without options replaced by their parts.
  private static func flattened(_ contents: [EffectContent]) -> [EffectContent] {
    var flat: [EffectContent] = []
    var pending = Array(contents.reversed())
    while let content = pending.popLast() {
      if let merge = content.plainMerge {
        pending += merge.contents.reversed()
      } else {
        flat.append(content)
      }
    }
    return flat
  }
}

extension EffectContent {
  /// The parts, if this is a merge without a name or options.
  fileprivate var plainMerge: EffectParts? {
    guard case .effect(let effect) = self, effect.name == nil, effect.options.isEmpty,
      case .merge(let parts) = effect.kind
    else { return nil }
    return parts
  }
}
