/// A key that the screen knows; the raw value is its name in a script.
package enum Key: String, CaseIterable, Sendable {
  case up
  case down
  case pageUp = "pageup"
  case pageDown = "pagedown"
  case home
  case end
  case refresh = "r"
  case dismiss = "d"
  case escape
  case help = "?"
  case quit = "q"
}
