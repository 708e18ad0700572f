// expect: 'immediate(name:priority:executorPreference:operation:)' is only available in
// in: StateCore/Platform/ImmediateTask.swift
func planted() -> Task<Void, Never> {
  Task.immediate {}
}
