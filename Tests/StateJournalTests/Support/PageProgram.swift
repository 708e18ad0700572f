import StateCore
import StateTesting

/// Random changes of a page and the pages below it.
@MainActor
struct PageProgram {
  var random: SeededGenerator
  let hasCycles: Bool
  var pages: [Page]

  init(seed: Int, hasCycles: Bool) {
    random = SeededGenerator(seed: seed)
    self.hasCycles = hasCycles
    pages = (0..<(hasCycles ? 3 : 6)).map { Page($0) }
  }

  var root: Page { pages[0] }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Returns a page that may be below another one: a later one, unless cycles are allowed.
  mutating func page(below parent: Page) -> Page? {
    let page = pages[below(pages.count)]
    return hasCycles || page.id > parent.id ? page : nil
  }

  mutating func change() {
    let page = below(3) == 0 ? root : pages[below(pages.count)]
    switch below(18) {
    case 0, 1: page.count += 1
    case 2: page.text = String(repeating: "\"é\n", count: below(4))
    case 3: page.ratio = [.nan, 1, -0.5, .infinity][below(4)]
    case 4: page.tags.formSymmetricDifference([below(5)])
    case 5: page.table[below(4)] = below(2) == 0 ? nil : "\(below(9))"
    case 6: page.nested = below(2) == 0 ? .none : below(3)
    case 7: page.child = self.page(below: page)
    case 8: page.child = nil
    case 9, 10:
      if let child = self.page(below: page), page.list.count < (hasCycles ? 1 : 3) {
        page.list.append(child)
      }
    case 11: if !page.list.isEmpty { page.list.remove(at: below(page.list.count)) }
    case 12: page.list.shuffle(using: &random)
    case 13: page.byKey[below(2)] = below(2) == 0 ? nil : self.page(below: page)
    case 14:
      page.place =
        below(2) == 0 ? .number(below(2)) : self.page(below: page).map { .page($0) } ?? .none
    case 15: page.path = [.number(below(2)), .none]
    case 16: page.path = self.page(below: page).map { [.none, .page($0)] } ?? []
    default: replacePage()
    }
  }

  /// Replaces a page, which may be anywhere, with a new one.
  private mutating func replacePage() {
    let index = 1 + below(pages.count - 1)
    pages[index] = Page(pages[index].id)
  }
}
