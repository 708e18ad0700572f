// expect: is not available due to missing import of defining module 'Foundation'
// in: StateCore/Tasks/TaskKey.swift
func planted(_ text: String) -> String {
  text.replacingOccurrences(of: "a", with: "b")
}
