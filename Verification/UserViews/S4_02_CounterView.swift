// swift-format-ignore-file
import SwiftUI
import ViewFeature

extension S4Counter {
  // S4-2 (L37), the view half
  // 2. Use in SwiftUI
  struct CounterView: View {
    @State private var store = Store(
    initialState: CounterFeature.State(),
    feature: CounterFeature()
    )

    var body: some View {
      VStack {
        Text("\(store.state.count)")
        .font(.largeTitle)

        HStack {
          // edit: the minus sign, which the document has in a wrong encoding
          // was: Button("âˆ’") { store.send(.decrement) }
          Button("−") { store.send(.decrement) }
          Button("+") { store.send(.increment) }
          Button("Async +") { store.send(.asyncIncrement) }
        }
    }
  }
  }
}
