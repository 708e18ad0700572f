import StateCore
import StateTesting
import Testing

struct NumberedListTests {
  @Test func elementsKeepTheirOrder() {
    var list = NumberedList<String>()
    let numbers = ["a", "b", "c", "d"].map { list.append($0) }
    #expect(numbers == numbers.sorted())
    #expect(list.remove(numbers[1]) == "b")
    _ = list.append("e")
    #expect(elements(of: list) == ["a", "c", "d", "e"])
    #expect(list.count == 4)
    #expect(!list.isEmpty)
  }

  @Test func numbersAreNotUsedAgain() {
    var list = NumberedList<String>()
    let first = list.append("a")
    #expect(list.remove(first) == "a")
    #expect(list.remove(first) == nil)
    #expect(list.isEmpty)
    #expect(list.append("b") != first)
    #expect(list.remove(first) == nil)
    #expect(list.remove(7) == nil)
    #expect(list.removeAll() == ["b"])
    #expect(list.isEmpty)
    #expect(list.append("c") > first)
  }

  @Test(arguments: 0..<100) func anySequenceOfCallsKeepsTheOrder(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var list = NumberedList<Int>()
    var model: [(number: Int, element: Int)] = []
    var last = 0
    for step in 0..<300 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<45:
        let number = list.append(step)
        #expect(number > last)
        last = number
        model.append((number, step))
      case 45..<90:
        let number = Int.random(in: 0...last + 1, using: &generator)
        let index = model.firstIndex { $0.number == number }
        #expect(list.remove(number) == index.map { model.remove(at: $0).element })
      case 90..<99:
        guard let entry = model.randomElement(using: &generator) else { continue }
        model.removeAll { $0.number == entry.number }
        #expect(list.remove(entry.number) == entry.element)
      default:
        #expect(list.removeAll() == model.map(\.element))
        model = []
      }
      #expect(elements(of: list) == model.map(\.element))
      #expect(list.count == model.count)
    }
  }

  private func elements<Element>(of list: NumberedList<Element>) -> [Element] {
    var elements: [Element] = []
    list.visit { elements.append($0) }
    return elements
  }
}
