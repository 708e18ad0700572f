import StateTesting

// A file that does not import Testing can make one.
func makeUnimplementedClock() -> UnimplementedClock { UnimplementedClock("other clock") }
