#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// libFuzzer's entry point for each input (deploy/fuzz links it).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try FuzzTarget.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        let sentence = "A law is broken: \(error)\n"
        write(STDERR_FILENO, sentence, sentence.utf8.count)
        abort()
    }
    return 0
}

/// Writes the seeds to the directory that PULSUM_FUZZ_CORPUS names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let directory = getenv("PULSUM_FUZZ_CORPUS") else { return 0 }
    for (number, seed) in (FuzzSeeds.all + FuzzSeeds.zap).enumerated() {
        guard let file = fopen("\(String(cString: directory))/seed-\(number)", "w") else { continue }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    return 0
}
