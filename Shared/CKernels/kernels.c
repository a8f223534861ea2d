#include "kernels.h"
#include <math.h>
#include <string.h>

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx2,fma"))), apply_to = function)
#define SET avx512
#define LANES 16
#define TILE 12
#include "kernels.inc"
#undef SET
#undef LANES
#undef TILE
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define SET avx2
#define LANES 8
#define TILE 6
#include "kernels.inc"
#undef SET
#undef LANES
#undef TILE
#pragma clang attribute pop

#endif

// Four lanes are what every processor has: SSE2 on x86-64, NEON with fused multiply-add and 32 registers on arm64.
#define SET portable
#define LANES 4
#if defined(__aarch64__)
#define TILE 12
#else
#define TILE 6
#endif
#include "kernels.inc"

static const struct Kernels portable = {
#if defined(__aarch64__)
    "NEON",
#else
    "portable",
#endif
    multiply_portable, attention_portable, normalize_portable};

#if defined(__x86_64__)
static const struct Kernels avx512 = {"AVX-512", multiply_avx512, attention_avx512, normalize_avx512};
static const struct Kernels avx2 = {"AVX2", multiply_avx2, attention_avx2, normalize_avx2};
#endif

const struct Kernels *kernels_at(size_t index) {
    const struct Kernels *sets[4] = {NULL, NULL, NULL, NULL};
    size_t count = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    int fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (fused && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) sets[count++] = &avx512;
    if (fused) sets[count++] = &avx2;
#endif
    sets[count++] = &portable;
    return index < count ? sets[index] : NULL;
}

const struct Kernels *kernels_best(void) { return kernels_at(0); }

size_t kernels_attention_scratch(size_t rows) {
    size_t padded = (rows + KERNELS_PANEL - 1) / KERNELS_PANEL * KERNELS_PANEL;
    return padded * KERNELS_PANEL + rows * KERNELS_PANEL + rows * padded;
}

void kernels_pack(const float *in, float *out, size_t depth, size_t columns) {
    for (size_t panel = 0; panel < columns; panel += KERNELS_PANEL) {
        for (size_t k = 0; k < depth; k++) {
            for (size_t column = 0; column < KERNELS_PANEL; column++) *out++ = in[(panel + column) * depth + k];
        }
    }
}

void kernels_gather(const float *words, const int32_t *ids, const float *positions, const int32_t *places, const float *kinds, float *out, size_t count,
                    size_t columns) {
    for (size_t row = 0; row < count; row++) {
        const float *word = words + (size_t)ids[row] * columns, *position = positions + (size_t)places[row] * columns;
        for (size_t column = 0; column < columns; column++) out[row * columns + column] = (word[column] + kinds[column]) + position[column];
    }
}

void kernels_pool(const float *rows, float *out, size_t count, size_t columns) {
    for (size_t column = 0; column < columns; column++) out[column] = 0;
    for (size_t row = 0; row < count; row++) {
        for (size_t column = 0; column < columns; column++) out[column] += rows[row * columns + column];
    }
    double squares = 0;
    for (size_t column = 0; column < columns; column++) squares += (double)out[column] * out[column];
    float scale = squares > 0 ? (float)(1 / sqrt(squares)) : 0;
    for (size_t column = 0; column < columns; column++) out[column] *= scale;
}
