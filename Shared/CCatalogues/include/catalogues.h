#pragma once
#include <stddef.h>

// Files of Shared/Localization/Catalogues, as they were when the program was built; a zero byte ends each.
typedef struct {
    const unsigned char *bytes;
    size_t size;
} catalogue_files;

catalogue_files catalogues_english(void);
catalogue_files catalogues_german(void);
