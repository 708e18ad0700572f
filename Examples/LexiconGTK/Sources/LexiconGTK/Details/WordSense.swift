import GTKKit
import LexiconCore

/// A meaning of a word, with its number.
struct WordSense: Equatable {
  let number: Int
  let sense: WordEntry.Sense
  let showsExamples: Bool

  @MainActor
  func makeWidget() -> Widget {
    let kind = Label("\(number)  \(sense.partOfSpeech)").style("kind")
    let column = Box.column(spacing: 4, kind, Label(sense.definition).wrapped()).style("sense")
    for example in showsExamples ? sense.examples : [] {
      column.append(Label("“\(example)”").wrapped().style("example"))
    }
    return column
  }
}
