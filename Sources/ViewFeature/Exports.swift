@_exported public import Foundation
@_exported public import Observation

@_exported public import protocol StateEngine.ActionLockable
@_exported public import class StateEngine.DerivedValue
@_exported public import protocol StateEngine.EmptyState
@_exported public import struct StateEngine.ExecutionPolicy
@_exported public import struct StateEngine.Field
@_exported public import protocol StateEngine.LoadingTrackable
@_exported public import protocol StateEngine.LoggableAction
@_exported public import class StateEngine.ObservationToken
@_exported public import protocol StateEngine.RedactedAction
@_exported public import struct StateEngine.RetryPolicy
@_exported public import struct StateEngine.SnapshotFields
@_exported public import enum StateEngine.SnapshotFieldsBuilder
@_exported public import protocol StateEngine.SnapshotState
@_exported public import struct StateEngine.StateSnapshot
@_exported public import struct StateEngine.StoreEnvironment
@_exported public import struct StateEngine.StoreID
@_exported public import struct StateEngine.StoreRandom
@_exported public import struct StateEngine.TimeoutError
@_exported public import func StateEngine.observe
