extension ActionHandler {
  /// Adds a `LoggingMiddleware`.
  public func withDebug(
    category: String = "ViewFeature.ActionHandler"
  ) -> ActionHandler<Action, State> {
    use(LoggingMiddleware(category: category))
  }
}
