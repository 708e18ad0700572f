import ScreenStateKit
import Testing

struct PlaceholderRepresentableTests {
  private struct Profile: PlaceholderRepresentable, Equatable {
    var name: String

    static var placeholder: Profile { Profile(name: "…") }
    var isPlaceholder: Bool { self == .placeholder }
  }

  @Test func placeholderKnowsItselfThroughTheProtocol() {
    func isPlaceholder(_ value: some PlaceholderRepresentable) -> Bool { value.isPlaceholder }
    func makePlaceholder<Value: PlaceholderRepresentable>() -> Value { .placeholder }

    let placeholder: Profile = makePlaceholder()
    #expect(isPlaceholder(placeholder))
    #expect(!isPlaceholder(Profile(name: "Ada")))
  }
}
