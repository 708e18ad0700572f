// expect: static property 'smooth' is not available due to missing import of defining module 'SwiftUI
// in: ScreenStateKit/Screens/Identity.swift
func planted() -> StateAnimation {
  .smooth
}
