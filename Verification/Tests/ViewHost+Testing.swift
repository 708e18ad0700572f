import SwiftUI

extension ViewHost {
  /// What VoiceOver can read.
  var readableTexts: [String] {
    func texts(_ nodes: [Node]) -> [String] {
      nodes.filter { !$0.isAccessibilityHidden }.flatMap { node in
        (node.kind == .text ? [node.text].compactMap(\.self) : []) + texts(node.children)
      }
    }
    return texts(roots)
  }
}
