#if !Server
import Testing

@Test(.disabled("Needs the trait Server: swift test --traits Server"))
func requestsAreCountedByAServer() {}
#endif
