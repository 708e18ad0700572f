// expect: variable 'planted' was never mutated
// in: FeatureStore/Effects/TaskID.swift
func planted() -> Int {
  var planted = 1
  return planted
}
