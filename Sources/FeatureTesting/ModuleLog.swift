import Logging

/// The log of the module, which has the name of the product.
let logger = Logger(label: "ViewFeature")
