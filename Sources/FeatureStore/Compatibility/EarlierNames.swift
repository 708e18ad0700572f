/// The name of `Feature` in some documents.
public typealias StoreFeature = Feature

/// The name of effects in some documents.
public typealias StoreTask<Action, State> = ActionTask<Action, State>
