#include "moments.h"

// Not a standard before C23; the compiler that comes with Swift has it for every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char moments[] = {
#embed "../Moments/Library/moments.json"
};
static const unsigned char explanations[] = {
#embed "../Moments/Library/explanations.json"
};
// Aligned as the floats in it.
static const unsigned char vectors[] __attribute__((aligned(16))) = {
#embed "../Moments/Library/vectors.bin"
};

moments_file moments_json(void) { return (moments_file){moments, sizeof moments}; }
moments_file explanations_json(void) { return (moments_file){explanations, sizeof explanations}; }
moments_file vectors_bin(void) { return (moments_file){vectors, sizeof vectors}; }
