import Testing

@testable import Figures

struct ArrayMedianTests {
  @Test(
    arguments: [
      ([], 0), ([3], 3), ([9, 1, 5], 5), ([4, 1, 2, 100], 3),
    ] as [([Double], Double)]
  )
  func isTheValueInTheMiddle(values: [Double], median: Double) {
    #expect(values.median == median)
  }
}
