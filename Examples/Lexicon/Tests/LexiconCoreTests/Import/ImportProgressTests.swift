import LexiconCore
import Testing

struct ImportProgressTests {
  @Test func fractionIsWhatIsDoneOfTheWhole() {
    #expect(ImportProgress(done: 0, total: 4).fraction == 0)
    #expect(ImportProgress(done: 1, total: 4).fraction == 0.25)
    #expect(ImportProgress(done: 4, total: 4).fraction == 1)
    #expect(ImportProgress(done: 0, total: 0).fraction == 1)
  }
}
