// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/PairNames.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace holdwatch::payload {

namespace {

constexpr qsizetype longestMember = 32;

constexpr std::array<std::string_view, 21> nameWords{"name",     "key",       "field",        "fieldname", "attribute", "attributename", "property",
                                                     "propertyname", "param", "paramname",    "parameter", "parametername", "header",    "headername",
                                                     "variable", "label",     "option",       "setting",   "env",       "k",             "n"};
constexpr std::array<std::string_view, 6> valueWords{"val", "v", "content", "data", "text", "values"};

template<typename Words>
bool holds(const Words &words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

PairPart pairPartOf(QByteArrayView member)
{
    if (member.isEmpty() || member.size() > longestMember)
        return PairPart::None;
    std::string plain;
    for (const char c : member) {
        if (c != '_' && c != '-' && c != '.' && c != ' ')
            plain += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
    }
    if (holds(nameWords, plain))
        return PairPart::Name;
    return holds(valueWords, plain) || plain.ends_with("value") ? PairPart::Value : PairPart::None;
}

} // namespace holdwatch::payload
