// The shipped library of micro-moments.
