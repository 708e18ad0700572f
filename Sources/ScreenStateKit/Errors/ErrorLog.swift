import Logging

/// The logger for errors that no caller handles.
let logger = Logger(label: "ScreenStateKit")
