#pragma once
#include <zlib.h>
/// `inflateInit2` is a macro, which Swift does not import. `window` is negative for raw deflate data, as in a zip entry.
static inline int pulsum_inflate_init(z_streamp stream, int window) { return inflateInit2(stream, window); }
