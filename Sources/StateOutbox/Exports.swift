// Declarations of changes need them.
@_exported public import StateQueries
