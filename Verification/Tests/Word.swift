struct Word: Identifiable, Sendable {
  let id: String
}
