// expect: 'immediate(name:priority:executorPreference:operation:)' is only available in
// in: StateEngine/Platform/ImmediateTask.swift
func planted() -> Task<Void, Never> {
  Task.immediate {}
}
