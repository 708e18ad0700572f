public typealias TimeInterval = Double
