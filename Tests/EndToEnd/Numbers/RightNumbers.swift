import TestTraits
import Testing

/// Requirements on a person's numbers, each verified through the served path: HTTP, the bus or the command line of a
/// real stack.
@Suite(.serialized, .tags(.processes)) enum RightNumbers {}
