#pragma once
#include <stddef.h>

// Files of Shared/Moments/Library, as they were when the program was built.
typedef struct {
    const unsigned char *bytes;
    size_t size;
} moments_file;

moments_file moments_json(void);
moments_file explanations_json(void);
moments_file vectors_bin(void);
