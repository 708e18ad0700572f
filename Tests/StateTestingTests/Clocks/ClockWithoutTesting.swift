import StateTesting

// A file that doesn't import Testing can create one.
func makeUnimplementedClock() -> UnimplementedClock { UnimplementedClock("other clock") }
