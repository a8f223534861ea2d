#pragma once
#include <zlib.h>
#ifdef __GLIBC__
// mallopt, which Swift's own module of the C library leaves out.
#include <malloc.h>
#endif
/// `inflateInit2` is a macro, which Swift does not import. `window` is negative for raw deflate data, as in a zip entry.
static inline int pulsum_inflate_init(z_streamp stream, int window) { return inflateInit2(stream, window); }
/// `deflateInit2` is a macro too. `window` + 16 writes a gzip header and trailer.
static inline int pulsum_deflate_init(z_streamp stream, int level, int window) {
    return deflateInit2(stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
}
