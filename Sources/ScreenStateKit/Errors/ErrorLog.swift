import Logging

/// Where errors go that nobody takes.
let logger = Logger(label: "ScreenStateKit")
