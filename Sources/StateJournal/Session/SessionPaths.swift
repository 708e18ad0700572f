/// The shortest path of child names to each object of a frame.
struct SessionPaths {
  private struct Step {
    let parent: Int
    let name: String
  }

  private static let longest = 32

  private var steps: [Int: Step] = [:]

  init(_ frame: SessionFrame, root: Int, _ types: [SessionType]) {
    var found = [root]
    var known: Set<Int> = [root]
    var next = 0
    while next < found.count {
      let parent = found[next]
      next += 1
      guard let type = frame.objects[parent]?.type, types.indices.contains(type) else { continue }
      let fields = types[type].fields
      for (field, child) in frame.children(of: parent) {
        guard let id = child.object, fields.indices.contains(field), known.insert(id).inserted
        else { continue }
        steps[id] = Step(parent: parent, name: fields[field].name(ofChildAt: child.place) + ".")
        found.append(id)
      }
    }
  }

  /// Returns the path with a full stop after each name.
  ///
  /// A very long path is truncated at the beginning.
  func path(to object: Int) -> String {
    var names: [String] = []
    var next = object
    while let step = steps[next] {
      if names.count == Self.longest { return "…." + names.reversed().joined() }
      names.append(step.name)
      next = step.parent
    }
    return names.reversed().joined()
  }
}
