// swift-format-ignore-file
import ScreenStateKit
#if canImport(SwiftUI)
import SwiftUI
#endif

// What the library declares, as the document lists it.

enum S1Listings {
  // S1-5 (L275)
  @MainActor
  public protocol StateUpdatable {
      func updateState(
          _ updateBlock: @MainActor (_ state: Self) -> Void,
          withAnimation animation: Animation?,
          disablesAnimations: Bool
      )
  }

  // S1-8 (L326)
  public struct BindingParentStateOption: OptionSet, Sendable {
      // edit: the values
      // was: public static let loading  // Propagate loading state
      // was: public static let error    // Propagate error state
      // was: public static let all      // Propagate both (default)
      public static let loading = Self(rawValue: 1 << 0)
      public static let error = Self(rawValue: 1 << 1)
      public static let all: Self = [.loading, .error]

      public let rawValue: Int

      public init(rawValue: Int) {
          self.rawValue = rawValue
      }
  }
}

// The library's states have what the document lists.
extension S1StateUpdatable.MyViewState: S1Listings.StateUpdatable {}
