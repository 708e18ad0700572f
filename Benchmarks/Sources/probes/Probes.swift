@main
enum Probes {
  static func main() {}
}
