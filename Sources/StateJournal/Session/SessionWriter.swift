package import StateFields
import StateRecord

/// Writes the values of a session to live states, and compares them.
///
/// An object of the session keeps its live object as long as possible. A new object is paired with the child that is
/// already at its place, if that has the right type and isn't paired with another object. Otherwise a new live object
/// is created.
@MainActor
package final class SessionWriter {
  package typealias Problem = SessionGrade.Difference

  private struct TypePair: Hashable {
    let recorded: Int
    let live: ObjectIdentifier
  }

  /// A field of an object in the session.
  struct Place: Hashable {
    let object: Int
    let field: Int
  }

  let session: StateSession
  /// The values that were decoded last.
  private var decoded: [Place: (recorded: SessionValue, value: SnapshotValue)] = [:]
  var objects = SessionObjects()
  private var fields: [TypePair: LiveFields] = [:]
  /// The objects of the frame that is being written.
  private var present: Set<Int> = []
  private var problems: [Problem] = []
  /// The values that the last write omitted or that a setter didn't keep, each with its path.
  package private(set) var leftOut: [Problem] = []
  /// The paths to the objects of the frame; `nil` until a problem needs one.
  private var paths: SessionPaths?
  private var frame = (SessionFrame(), root: 0)
  /// Whether the value of a field differed from the frame.
  private var hasDiffered = false

  package init(_ session: StateSession) {
    self.session = session
  }

  /// Returns the live object for an object of the session.
  package func object(_ id: Int) -> (any SnapshotState)? { objects[id] }

  /// Returns the object of the session for a live object.
  package func number(of object: AnyObject) -> Int? { objects.number(of: object) }

  /// Pairs a live object with one of the session.
  package func pair(_ id: Int, with object: any SnapshotState) { objects.pair(id, object) }

  /// Writes the values of a frame to a state and everything below it.
  ///
  /// - Returns: The values that couldn't be written, each once.
  @discardableResult
  package func write(
    _ frame: SessionFrame,
    root: Int,
    to state: any SnapshotState
  ) -> [Problem] {
    begin(frame, root)
    objects.pair(root, state)
    writeAll(below: [root], frame)
    return takeProblems()
  }

  /// Writes one field with its value in a frame, and the objects below it if they are new to the field.
  ///
  /// Does nothing if the object of the session has no live object.
  @discardableResult
  package func write(_ field: Int, of id: Int, in frame: SessionFrame, root: Int) -> [Problem] {
    begin(frame, root)
    guard let object = frame.objects[id], let live = objects[id] else { return [] }
    let before = Set(children(of: live).map(ObjectIdentifier.init))
    let new = write(field, of: object, live)
    // Objects that the field already contained have their own changes.
    writeAll(
      below: new.filter { id in
        objects[id].map { !before.contains(ObjectIdentifier($0)) } ?? false
      },
      frame
    )
    return takeProblems()
  }

  private func begin(_ frame: SessionFrame, _ root: Int) {
    present = Set(frame.all(below: root))
    (problems, leftOut) = ([], [])
    paths = nil
    self.frame = (frame, root)
  }

  private func takeProblems() -> [Problem] {
    var known: Set<Problem> = []
    return problems.filter { known.insert($0).inserted }
  }

  /// Returns the children of a live object.
  private func children(of live: any SnapshotState) -> [AnyObject] {
    live.fieldShapes.indices.flatMap { live.value(ofField: $0).children.map(\.object) }
  }

  func fields(_ object: SessionObject, _ live: any SnapshotState) -> LiveFields {
    let pair = TypePair(recorded: object.type, live: ObjectIdentifier(type(of: live)))
    if let known = fields[pair] { return known }
    let new = LiveFields(session.type(of: object), in: live)
    fields[pair] = new
    return new
  }

  // MARK: Writes

  private func writeAll(below start: [Int], _ frame: SessionFrame) {
    var open = Array(start.reversed())
    var done: Set<Int> = []
    while let id = open.popLast() {
      guard done.insert(id).inserted, let object = frame.objects[id], let live = objects[id] else {
        continue
      }
      open += writeFields(of: object, live).reversed()
      noteLeftOut(of: object, live)
    }
  }

  /// Writes all fields of an object.
  ///
  /// Returns its children afterwards.
  private func writeFields(of object: SessionObject, _ live: any SnapshotState) -> [Int] {
    let count = problems.count
    var below: [Int] = []
    // The fields are written twice, because writing one field may change another. The third round only compares.
    for round in 1...3 {
      problems.removeSubrange(count...)
      hasDiffered = false
      below = object.values.indices.flatMap { write($0, of: object, live, compares: round == 3) }
      if !hasDiffered { break }
    }
    return below
  }

  /// Writes a field, or only compares it.
  ///
  /// Returns its children afterwards.
  private func write(
    _ field: Int,
    of object: SessionObject,
    _ live: any SnapshotState,
    compares: Bool = false
  ) -> [Int] {
    let fields = fields(object, live)
    guard field < fields.indices.count, field < object.values.count,
      let index = fields.indices[field]
    else { return [] }
    let (shape, value) = (fields.shapes[index], object.values[field])
    if shape.isRedacted || shape.isTransient || value.isRedacted { return [] }
    if let children = value.children {
      return write(children, to: index, shape, of: object.id, live, compares: compares)
    }
    guard let json = value.json, let make = live.coding(of: index).plain else { return [] }
    let problem = { self.problem(shape.name, of: object.id, live, $0) }
    do {
      let new = try decode(value, json, Place(object: object.id, field: field), make)
      if !shape.isWritable {
        if live.value(ofField: index) != new { problems.append(problem(.hasNoSetter)) }
      } else if !live.hasValue(new, ofField: index) {
        hasDiffered = true
        if compares {
          leftOut.append(problem(.isNotKept))
        } else {
          _ = live.setValue(new, ofField: index)
        }
      }
    } catch {
      problems.append(problem(.doesNotDecode))
    }
    return []
  }

  private func problem(
    _ field: String,
    of object: Int,
    _ live: any SnapshotState,
    _ reason: SessionGrade.Reason
  ) -> Problem {
    let paths = self.paths ?? SessionPaths(frame.0, root: frame.root, session.types)
    self.paths = paths
    return Problem(type: live.typeName, field: field, path: paths.path(to: object) + field, reason)
  }

  /// Notes the fields of an object that aren't written.
  private func noteLeftOut(of object: SessionObject, _ live: any SnapshotState) {
    let fields = fields(object, live)
    let note = { self.leftOut.append(self.problem($0, of: object.id, live, $1)) }
    for name in fields.added { note(name, .isAdded) }
    let recorded = session.type(of: object)?.fields ?? []
    for (field, value) in zip(recorded.indices, object.values) {
      guard let index = fields.indices[field] else {
        note(recorded[field].name, .isMissing)
        continue
      }
      let shape = fields.shapes[index]
      if shape.isRedacted || value.isRedacted {
        note(shape.name, .isRedacted)
      } else if shape.isTransient {
        note(shape.name, .isTransient)
      } else if value.children == nil, value.json == nil || live.coding(of: index).plain == nil {
        note(shape.name, .isNotCodable)
      }
    }
  }

  /// Returns the value of a field, which is decoded only once.
  func decode(
    _ value: SessionValue,
    _ json: JSONValue,
    _ place: Place,
    _ make: FieldCoding.Make<SnapshotValue>
  ) throws -> SnapshotValue {
    if let known = decoded[place], known.recorded == value { return known.value }
    let new = try make(JSONValueDecoder(json: json))
    decoded[place] = (value, new)
    return new
  }

  private func write(
    _ children: SessionChildren,
    to field: Int,
    _ shape: FieldShape,
    of parent: Int,
    _ live: any SnapshotState,
    compares: Bool
  ) -> [Int] {
    let coding = live.coding(of: field)
    let present = live.value(ofField: field).children
    var new: [SnapshotValue.Child] = []
    var places: Set<SnapshotValue.Place> = []
    for child in children.list {
      do throws(SessionGrade.Reason) {
        let (place, state) = try object(for: child, coding, present)
        guard places.insert(place).inserted else { throw .doesNotDecode }
        new.append(.holding(state, at: place))
      } catch {
        problems.append(problem(shape.name, of: parent, live, error))
        return []
      }
    }
    let value = SnapshotValue.children(SnapshotValue.Shape(children.shape), new)
    if !live.hasValue(value, ofField: field) {
      hasDiffered = true
      if compares || !live.setValue(value, ofField: field) {
        let reason = shape.isWritable ? SessionGrade.Reason.isNotKept : .hasNoSetter
        problems.append(problem(shape.name, of: parent, live, reason))
      }
    }
    return children.list.compactMap(\.object)
  }

  /// Returns the live object for a child, and its place.
  private func object(
    for child: SessionChild,
    _ coding: FieldCoding,
    _ present: [SnapshotValue.Child]
  ) throws(SessionGrade.Reason) -> (SnapshotValue.Place, any SnapshotState) {
    guard let place = coding.place(child.place) else { throw .isNotCodable }
    guard let id = child.object else {
      guard let json = child.value?.json, let make = coding.element else { throw .isNotCodable }
      do { return (place, try make(JSONValueDecoder(json: json))) } catch { throw .doesNotDecode }
    }
    if let known = objects[id] { return (place, known) }
    let type = typeName(of: id)
    let there = present.first { $0.place == place }?.object as? any SnapshotState
    if let there { objects.note(there) }
    var fitting: (any SnapshotState)?
    if let there, there.typeName == type {
      if objects.number(of: there) == nil { fitting = there }
    }
    fitting = fitting ?? objects.make(type, of: coding.children)
    if fitting == nil, let there, there.typeName == type, let number = objects.number(of: there),
      !self.present.contains(number)
    {
      // Its previous object isn't shown now.
      fitting = there
    }
    guard let fitting else { throw .cannotBeMade(type) }
    objects.pair(id, fitting)
    return (place, fitting)
  }

  private func typeName(of id: Int) -> String { session.typeName(ofObject: id) ?? "" }
}

extension SessionGrade.Reason: Error {}
