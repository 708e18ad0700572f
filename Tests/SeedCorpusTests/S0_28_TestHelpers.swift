// swift-format-ignore-file
import Foundation

// S0-28 (L865)
func anyNSError() -> NSError {
    NSError(domain: "any", code: 0)
}

// Add your domain-specific factories:
func uniqueItem() -> Item {
    Item(id: UUID(), name: "item-\(UUID())")
}
