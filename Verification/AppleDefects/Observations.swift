// expect: 'Observations' is only available in
// in: ScreenStateKit/Stores/ScreenBinding.swift
func planted() {
  _ = Observations { 0 }
}
