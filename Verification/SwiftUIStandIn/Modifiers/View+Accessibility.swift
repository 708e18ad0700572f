@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityTraits: SetAlgebra, Sendable {
  private enum Trait {
    case isButton, isHeader, isModal, updatesFrequently
  }

  private var traits: Set<Trait> = []

  public static let isButton = AccessibilityTraits(.isButton)
  public static let isHeader = AccessibilityTraits(.isHeader)
  public static let isModal = AccessibilityTraits(.isModal)
  public static let updatesFrequently = AccessibilityTraits(.updatesFrequently)

  public init() {}

  private init(_ trait: Trait) {
    traits = [trait]
  }

  public func union(_ other: Self) -> Self {
    with { $0.formUnion(other) }
  }

  public func intersection(_ other: Self) -> Self {
    with { $0.formIntersection(other) }
  }

  public func symmetricDifference(_ other: Self) -> Self {
    with { $0.formSymmetricDifference(other) }
  }

  public mutating func formUnion(_ other: Self) {
    traits.formUnion(other.traits)
  }

  public mutating func formIntersection(_ other: Self) {
    traits.formIntersection(other.traits)
  }

  public mutating func formSymmetricDifference(_ other: Self) {
    traits.formSymmetricDifference(other.traits)
  }

  public func contains(_ member: Self) -> Bool {
    member.traits.isSubset(of: traits)
  }

  @discardableResult
  public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    defer { formUnion(newMember) }
    return (!contains(newMember), newMember)
  }

  @discardableResult
  public mutating func remove(_ member: Self) -> Self? {
    defer { traits.subtract(member.traits) }
    return contains(member) ? member : nil
  }

  @discardableResult
  public mutating func update(with newMember: Self) -> Self? {
    defer { formUnion(newMember) }
    return contains(newMember) ? newMember : nil
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var traits = self
    change(&traits)
    return traits
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
  public static let ignore = Self()
  public static let contain = Self()
  public static let combine = Self()
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
  @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
  public nonisolated func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    self
  }

  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View {
    modifier(ChangingNodes { $0.isAccessibilityHidden = $0.isAccessibilityHidden || hidden })
  }

  public nonisolated func accessibilityLabel(_ label: Text) -> some View {
    modifier(ChangingNodes { $0.accessibilityLabel = label.text })
  }

  public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
    accessibilityLabel(Text(labelKey))
  }

  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    modifier(ChangingNodes { $0.accessibilityTraits.formUnion(traits) })
  }
}

/// From the framework Accessibility, which SwiftUI exports.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public enum AccessibilityNotification {
  public struct Announcement: Sendable {
    private let text: String

    public init(_ announcement: String) {
      text = announcement
    }

    public func post() {
      MainActor.assumeIsolated { ViewHost.current?.announcements.append(text) }
    }
  }

  public struct ScreenChanged {
    public init(_ element: Any? = nil) {}

    public func post() {
      MainActor.assumeIsolated { ViewHost.current?.screenChanges += 1 }
    }
  }
}
