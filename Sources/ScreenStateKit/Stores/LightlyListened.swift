/// A screen's store of any state that can have a light listener.
package protocol LightlyListened: AnyObject, Sendable {
  var light: (any ScreenStoreListener)? { get }
  func setLight(_ light: (any ScreenStoreListener)?)
}

extension ScreenBinding: LightlyListened {}
