@_exported public import StateCore
@_exported public import StateFields
@_exported public import StateRecord
