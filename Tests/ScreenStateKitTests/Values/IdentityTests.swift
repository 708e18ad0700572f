import Testing

@testable import ScreenStateKit

struct IdentityTests {
  @Test func copiesAreTheSameAndNothingElseIs() {
    let identity = Identity()
    let copy = identity
    let other = Identity()
    #expect(copy == identity)
    #expect(other != identity)
    #expect(Set([identity, copy, other]).count == 2)
  }
}
