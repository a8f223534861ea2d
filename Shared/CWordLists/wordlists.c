#include "wordlists.h"
#include <string.h>

// Not a standard before C23; the compiler that comes with Swift has it for every C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char elsewhere[] = {
#embed "../Language/Lists/elsewhere.txt"
};
static const unsigned char goal_questions[] = {
#embed "../Language/Lists/goal-questions.txt"
};
static const unsigned char grounding[] = {
#embed "../Language/Lists/grounding.txt"
};
static const unsigned char injections[] = {
#embed "../Language/Lists/injections.txt"
};
static const unsigned char messages[] = {
#embed "../Language/Lists/messages.txt"
};
static const unsigned char names[] = {
#embed "../Language/Lists/names.txt"
};
static const unsigned char questions_de[] = {
#embed "../Language/Lists/questions.de.txt"
};
static const unsigned char questions_en[] = {
#embed "../Language/Lists/questions.en.txt"
};
static const unsigned char replies[] = {
#embed "../Language/Lists/replies.txt"
};
static const unsigned char risk_spelling[] = {
#embed "../Language/Lists/risk-spelling.txt"
};
static const unsigned char sentiment[] = {
#embed "../Language/Lists/sentiment.txt"
};
static const unsigned char stop_words[] = {
#embed "../Language/Lists/stop-words.txt"
};
static const unsigned char titles_de[] = {
#embed "../Language/Lists/titles.de.txt"
};
static const unsigned char titles_en[] = {
#embed "../Language/Lists/titles.en.txt"
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
    {"elsewhere", {elsewhere, sizeof elsewhere}},
    {"goal-questions", {goal_questions, sizeof goal_questions}},
    {"grounding", {grounding, sizeof grounding}},
    {"injections", {injections, sizeof injections}},
    {"messages", {messages, sizeof messages}},
    {"names", {names, sizeof names}},
    {"questions.de", {questions_de, sizeof questions_de}},
    {"questions.en", {questions_en, sizeof questions_en}},
    {"replies", {replies, sizeof replies}},
    {"risk-spelling", {risk_spelling, sizeof risk_spelling}},
    {"sentiment", {sentiment, sizeof sentiment}},
    {"stop-words", {stop_words, sizeof stop_words}},
    {"titles.de", {titles_de, sizeof titles_de}},
    {"titles.en", {titles_en, sizeof titles_en}},
    {"valences.de", {valences_de, sizeof valences_de}},
    {"valences.en", {valences_en, sizeof valences_en}},
};

word_list word_list_named(const char *name) {
    for (size_t index = 0; index < sizeof lists / sizeof lists[0]; index++) {
        if (strcmp(lists[index].name, name) == 0) return lists[index].list;
    }
    return (word_list){NULL, 0};
}
