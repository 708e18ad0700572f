import Foundation

/// The reason why no window can open.
package enum MainLoopError: LocalizedError, Equatable {
  case noDisplay(String?)

  package var errorDescription: String? {
    switch self {
    case .noDisplay(let name?): "GTK cannot open the display '\(name)'"
    case .noDisplay(nil): "GTK finds no display: neither WAYLAND_DISPLAY nor DISPLAY is set"
    }
  }
}
