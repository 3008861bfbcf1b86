// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRandomGenerator>

#include <utility>
#include <vector>

namespace holdwatch::payload {

struct Sample
{
    const char *name;
    QByteArray bytes;
};

inline QByteArray nested(int levels)
{
    return QByteArray(levels, '[') + QByteArray(levels, ']');
}

/// Five megabytes in one line.
inline QByteArray oneLongLine()
{
    QByteArray text = "{\"rows\":[";
    while (text.size() < 5 * 1024 * 1024)
        text += "{\"sku\":\"A-17\",\"price\":1.10},";
    text.chop(1);
    return text + "]}";
}

/// What a dead-letter queue holds on a bad day.
inline std::vector<Sample> nastySamples()
{
    return {
        {"nothing", ""},
        {"white space", " \n\t "},
        {"NUL alone", QByteArray(1, '\0')},
        {"NULs in a string", QByteArray("{\"a\":\"x\0y\0\"}", 13)},
        {"invalid UTF-8", "{\"a\":\"\xFF\xC3\x28\xE2\x82\",\"\xED\xA0\x80\":1}"},
        {"right-to-left override", "{\"file\":\"invoice\xE2\x80\xAE" "fdp.exe\"}"},
        {"HTML", "{\"error\":\"<img src='file:///etc/passwd'>\"}"},
        {"duplicate keys", "{\"id\":1,\"id\":2,\"i\\u0064\":3}"},
        {"big and odd numbers", "[1.10,1E400,1234567890123456789012345678901234567890,-0,0.0,1e-9999]"},
        {"numbers of another language", "[01,+1,1.,.5,NaN,-Infinity]"},
        {"rubbish behind", "{\"a\":1} trailing"},
        {"two values", "{\"a\":1}\n{\"a\":2}\n"},
        {"comma at the end", "{\"a\":[1,2,],}"},
        {"cut in a string", "{\"a\":\"half of i"},
        {"cut behind a colon", "{\"a\":"},
        {"cut behind a key", "[1,{\"a\""},
        {"unknown escape", "[\"\\q\",\"\\ud800\",\"\\ud83d\\ude00\",\"\\u12\"]"},
        {"wrong bracket", "{\"a\":[1}"},
        {"byte order mark", "\xEF\xBB\xBF{\"a\":1}"},
        {"single quotes", "{'a':'b'}"},
        {"plain words", "the order was rejected"},
        {"scalar", "  42 "},
        {"spread out", "{ \"a\" :\r\n\t[ 1 , 2 ] , \"b\" : { } , \"c\" : [ ] }\n"},
        {"deep", nested(100'000)},
        {"deep and open", QByteArray(100'000, '[')},
        {"deep objects", QByteArray("{\"a\":").repeated(50'000)},
        {"one long line", oneLongLine()},
        {"line feeds only", QByteArray(10'000, '\n')},
    };
}

/// Bytes that are nearly JSON: its own pieces in any order, now and then a random byte.
inline QByteArray nearlyJson(QRandomGenerator &random, int pieces)
{
    static const std::vector<QByteArray> known{"{", "}", "[", "]", ":", ",", "\"", "\\", "\"a\"", "\"password\"", "\"x=1\"", "1.10", "-1e5", "true", "null", "NaN",
                                               " ", "\n", "\\u0041", "\xE2\x80\xAE", "\xFF", "\xED\xA0\x80", "{\"a\":", "[1,", "token=", "'"};
    QByteArray text;
    for (int i = 0; i < pieces; ++i) {
        const auto pick = random.bounded(int(known.size()) + 1);
        text += pick < int(known.size()) ? known[size_t(pick)] : QByteArray(1, char(random.bounded(256)));
    }
    return text;
}

/// A well-formed JSON value.
inline QByteArray randomJson(QRandomGenerator &random, int depth)
{
    static const std::vector<QByteArray> scalars{"1", "1.10", "1E400", "\"x\"", "\"\\u00e9\\n\"", "true", "false", "null", "\"\"", "-0"};
    static const std::vector<QByteArray> keys{"\"a\"", "\"b\"", "\"a/b\"", "\"m~n\"", "\"\"", "\"\\u0061\"", "\"email\"", "\"0\""};
    const int kind = depth == 0 ? 0 : random.bounded(3);
    if (kind == 0)
        return scalars[size_t(random.bounded(int(scalars.size())))];
    const QByteArray gap = random.bounded(2) ? QByteArray() : QByteArray(" \n");
    QByteArray text;
    for (int i = random.bounded(5); i > 0; --i) {
        if (kind == 1)
            text += keys[size_t(random.bounded(int(keys.size())))] + gap + ':';
        text += gap + randomJson(random, depth - 1) + (i > 1 ? "," : "");
    }
    return kind == 1 ? '{' + text + gap + '}' : '[' + text + gap + ']';
}

inline QByteArray withoutSpace(QByteArray text)
{
    text.removeIf([](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
    return text;
}

} // namespace holdwatch::payload
