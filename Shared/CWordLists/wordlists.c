#include "wordlists.h"
#include <string.h>

// Not a standard before C23; the compiler that comes with Swift has it for every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char injections[] = {
#embed "../Language/Lists/injections.txt"
};
static const unsigned char names[] = {
#embed "../Language/Lists/names.txt"
};
static const unsigned char sentiment[] = {
#embed "../Language/Lists/sentiment.txt"
};
static const unsigned char stop_words[] = {
#embed "../Language/Lists/stop-words.txt"
};
static const unsigned char valences_de[] = {
#embed "../Language/Lists/valences.de.txt"
};
static const unsigned char valences_en[] = {
#embed "../Language/Lists/valences.en.txt"
};

static const struct {
    const char *name;
    word_list list;
} lists[] = {
    {"injections", {injections, sizeof injections}},
    {"names", {names, sizeof names}},
    {"sentiment", {sentiment, sizeof sentiment}},
    {"stop-words", {stop_words, sizeof stop_words}},
    {"valences.de", {valences_de, sizeof valences_de}},
    {"valences.en", {valences_en, sizeof valences_en}},
};

word_list word_list_named(const char *name) {
    for (size_t index = 0; index < sizeof lists / sizeof lists[0]; index++) {
        if (strcmp(lists[index].name, name) == 0) return lists[index].list;
    }
    return (word_list){NULL, 0};
}
