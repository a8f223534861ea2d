extension RandomAccessCollection {
    /// Index of the first element that satisfies the condition; `endIndex` if none does. O(log n).
    /// - Parameter condition: must be false for a prefix of the elements and true for the rest.
    @inlinable package func partitioningIndex(where condition: (Element) throws -> Bool) rethrows -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try condition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
