/// The scenes of an app that report whether they are in the background.
struct QueryScenes {
  private var isInBackground: [ObjectIdentifier: Bool] = [:]

  var isEmpty: Bool { isInBackground.isEmpty }

  /// Notes the phase of a scene, which may be new.
  ///
  /// - Returns: The event for the app; `nil` if nothing changes for it.
  mutating func note(_ scene: ObjectIdentifier, isInBackground: Bool) -> QueryEvent? {
    let wasInBackground = areAllInBackground
    guard self.isInBackground.updateValue(isInBackground, forKey: scene) != isInBackground else {
      return nil
    }
    if areAllInBackground { return .inactive }
    return wasInBackground ? .active : nil
  }

  /// Notes the end of a scene; an app without scenes stays as it is.
  mutating func end(_ scene: ObjectIdentifier) -> QueryEvent? {
    guard isInBackground.removeValue(forKey: scene) == false, !isEmpty else { return nil }
    return areAllInBackground ? .inactive : nil
  }

  private var areAllInBackground: Bool { isInBackground.values.allSatisfy(\.self) }
}
