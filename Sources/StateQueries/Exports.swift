@_exported public import struct StateCore.RetryPolicy
@_exported public import struct StateCore.StoreEnvironment
@_exported public import protocol StateCore.StoreEnvironmentKey
