// expect: value of type 'Transaction' has no member 'plantedName'
// in: ScreenStateKit/SwiftUI/StateAnimation.swift
func planted(_ transaction: Transaction) -> Bool {
  transaction.plantedName
}
