@main
struct Benchmarks {
    static func main() async throws {}
}
