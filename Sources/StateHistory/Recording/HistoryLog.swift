import Logging

let logger = Logger(label: "StateHistory")
