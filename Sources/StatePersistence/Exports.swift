@_exported public import enum StateEngine.JSONValue
