import StateCore
import StateJournal
import StateTesting
import Testing

@Suite struct ChunkedListTests {
  @Test(arguments: 0..<20)
  func itIsAListWhoseElementsKeepTheirPlaces(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var list = ChunkedList<Int>()
    var model: [Int] = []
    var gone = 0
    for step in 0..<5_000 {
      let grows = Int.random(in: 0..<10, using: &generator) < (step < 3_000 ? 6 : 4)
      if grows {
        list.append(step)
        model.append(step)
      } else {
        let first = gone < model.count ? model[gone] : nil
        #expect(list.popFirst() == first)
        if first != nil { gone += 1 }
      }
      #expect(list.places == gone..<model.count)
      if let place = list.places.randomElement(using: &generator) {
        #expect(list[place] == model[place])
      }
    }
  }

  @Test func aCopyStaysAsItWas() {
    var list = ChunkedList<Int>()
    for number in 0..<1_000 { list.append(number) }
    let copy = list
    for number in 0..<1_000 {
      list.append(number)
      _ = list.popFirst()
    }
    #expect(copy.places.map { copy[$0] } == Array(0..<1_000))
    #expect(list.places == 1_000..<2_000)
  }

  @Test func anElementIsReleasedWhenItIsTakenOut() {
    final class Value {}
    var list = ChunkedList<Value>()
    var value: Value? = Value()
    weak let held = value
    list.append(value!)
    list.append(Value())
    value = nil
    #expect(held != nil)
    _ = list.popFirst()
    #expect(held == nil)
  }
}
