@_exported public import Foundation
@_exported public import Observation

@_exported public import protocol StateCore.ActionLockable
@_exported public import class StateCore.DerivedValue
@_exported public import struct StateCore.ExecutionPolicy
@_exported public import protocol StateCore.LoadingTrackable
@_exported public import class StateCore.ObservationToken
@_exported public import struct StateCore.Provided
@_exported public import struct StateCore.RetryPolicy
@_exported public import struct StateCore.StoreEnvironment
@_exported public import protocol StateCore.StoreEnvironmentKey
@_exported public import struct StateCore.StoreID
@_exported public import struct StateCore.StoreRandom
@_exported public import struct StateCore.TimeoutError
@_exported public import func StateCore.observe
@_exported public import protocol StateFields.LoggableAction
@_exported public import protocol StateFields.RedactedAction
@_exported public import protocol StateFields.RestorableState
@_exported public import struct StateFields.SnapshotField
@_exported public import struct StateFields.SnapshotFields
@_exported public import enum StateFields.SnapshotFieldsBuilder
@_exported public import protocol StateFields.SnapshotState
@_exported public import struct StateFields.StateSnapshot
