#pragma once
#include <stddef.h>
#include <stdint.h>

// The inner loops of the sentence model. All matrices are of 32-bit floats, row by row, except weights, which lie in panels.

/// Columns of one panel: a weight matrix of `depth` rows and `columns` columns is kept as columns / 32 blocks of depth × 32.
#define KERNELS_PANEL 32

/// What is done to a product before it is stored.
enum KernelFinish { kernel_finish_none = 0, kernel_finish_gelu = 1 };

/// One set of kernels for one instruction set.
struct Kernels {
    const char *name;

    /// Bytes of a weight in its panel: 4, or 2 (bfloat16), which multiplies twice as fast and moves a sentence vector by a cosine of some 1e-5.
    size_t weight_bytes;

    /// out = finish(a · weights + bias). `columns` is a multiple of 32; a null bias is zero. `a_stride` and `out_stride` are in floats.
    /// `scratch` holds at least rows · depth / 2 floats where weights have 2 bytes, whose `depth` is a multiple of 32; otherwise it is not used.
    void (*multiply)(const float *a, size_t a_stride, const void *panels, const float *bias, float *out, size_t out_stride, size_t rows, size_t depth,
                     size_t columns, enum KernelFinish finish, float *scratch);

    /// Self-attention of one text: `qkv` holds `rows` rows of 3 · heads · 32 floats (queries, keys, values), `out` gets heads · 32 a row.
    /// `scratch` holds at least kernels_attention_scratch(rows) floats.
    void (*attention)(const float *qkv, float *out, size_t rows, size_t heads, float *scratch);

    /// rows ← layer norm of (rows + added); `columns` is a multiple of 32.
    void (*normalize)(float *rows, const float *added, const float *gain, const float *bias, float epsilon, size_t count, size_t columns);
};

/// The fastest set that this processor runs with weights of 4 bytes.
const struct Kernels *kernels_best(void);

/// The fastest set that this processor runs, be its weights halved.
const struct Kernels *kernels_fastest(void);

/// Every set that this processor runs, fastest first; null from `index` on where there are no more.
const struct Kernels *kernels_at(size_t index);

/// Floats that `attention` needs for a text of `rows` tokens.
size_t kernels_attention_scratch(size_t rows);

/// A matrix of `columns` rows of `depth` floats, as models keep it, into panels: out[panel][k][j] = in[panel · 32 + j][k].
void kernels_pack(const float *in, float *out, size_t depth, size_t columns);

/// The same with each number rounded to bfloat16 (the nearest, ties to even), two of a column side by side: out[panel][k / 2][j][k % 2]. `depth` is even.
void kernels_pack_half(const float *in, uint16_t *out, size_t depth, size_t columns);

/// out[i] = words[ids[i]] + kinds + positions[places[i]], each `columns` floats.
void kernels_gather(const float *words, const int32_t *ids, const float *positions, const int32_t *places, const float *kinds, float *out, size_t count,
                    size_t columns);

/// The mean of `count` rows, scaled to length 1.
void kernels_pool(const float *rows, float *out, size_t count, size_t columns);
