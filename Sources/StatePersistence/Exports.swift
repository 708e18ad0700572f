@_exported public import Observation

@_exported public import enum StateJSON.JSONValue
