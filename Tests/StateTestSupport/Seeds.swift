import StateEngine

/// The seeds of a random test that runs on one thread: under the thread sanitizer, which takes ten times as
/// long and finds nothing there, only each tenth.
package func seedsOnOneThread(_ seeds: Range<Int>) -> StrideTo<Int> {
  let isChecked = DynamicSymbol.address(of: "__tsan_init") != nil
  return stride(from: seeds.lowerBound, to: seeds.upperBound, by: isChecked ? 10 : 1)
}
