import ScreenStateKit
import Testing

struct TypeNamedTests {
  private class Screen: TypeNamed {}
  private final class DetailScreen: Screen {}

  private actor Worker: TypeNamed {
    func name() -> String { declaredName }
  }

  @Test func nameIsThatOfTheTypeWithoutItsModule() {
    #expect(Screen.typeNamed == "Screen")
    #expect(DetailScreen.typeNamed == "DetailScreen")
    #expect(Screen().declaredName == "Screen")
  }

  @Test func declaredNameIsThatOfTheDynamicType() {
    let screen: Screen = DetailScreen()
    #expect(screen.declaredName == "DetailScreen")
  }

  @Test func actorMayNameItself() async {
    #expect(await Worker().name() == "Worker")
  }
}
