#include "kernels.h"
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx2,fma"))), apply_to = function)
#define SET avx512
#define LANES 16
#define TILE 12
#include "kernels.inc"
#undef SET
#undef LANES
#undef TILE
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16,avx2,fma"))), apply_to = function)
#include "half.inc"
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
    sizeof(float), multiply_portable, attention_portable, normalize_portable};

#if defined(__x86_64__)
static const struct Kernels half = {"AVX-512 bfloat16", sizeof(uint16_t), multiply_half, attention_avx512, normalize_avx512};
static const struct Kernels avx512 = {"AVX-512", sizeof(float), multiply_avx512, attention_avx512, normalize_avx512};
static const struct Kernels avx2 = {"AVX2", sizeof(float), multiply_avx2, attention_avx2, normalize_avx2};
#endif

const struct Kernels *kernels_at(size_t index) {
    const struct Kernels *sets[4] = {NULL};
    size_t count = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    int fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    int wide = fused && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (wide && __builtin_cpu_supports("avx512bf16")) sets[count++] = &half;
    if (wide) sets[count++] = &avx512;
    if (fused) sets[count++] = &avx2;
#endif
    sets[count++] = &portable;
    return index < count ? sets[index] : NULL;
}

const struct Kernels *kernels_fastest(void) { return kernels_at(0); }

const struct Kernels *kernels_best(void) {
    size_t index = 0;
    while (kernels_at(index)->weight_bytes != sizeof(float)) index++;
    return kernels_at(index);
}

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

void kernels_pack_half(const float *in, uint16_t *out, size_t depth, size_t columns) {
    for (size_t panel = 0; panel < columns; panel += KERNELS_PANEL) {
        for (size_t k = 0; k < depth; k += 2) {
            for (size_t column = 0; column < KERNELS_PANEL; column++) {
                for (size_t place = 0; place < 2; place++) {
                    uint32_t bits;
                    memcpy(&bits, &in[(panel + column) * depth + k + place], sizeof bits);
                    *out++ = (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
                }
            }
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
