#pragma once
#include <stddef.h>

// A file of Shared/Language/Lists, as it was when the program was built.
typedef struct {
    const unsigned char *bytes;
    size_t size;
} word_list;

// The file NAME.txt; without bytes if there is none of this name.
word_list word_list_named(const char *name);
