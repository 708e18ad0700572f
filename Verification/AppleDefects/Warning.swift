// expect: variable 'planted' was never mutated
// in: ViewFeature/Effects/TaskID.swift
func planted() -> Int {
  var planted = 1
  return planted
}
