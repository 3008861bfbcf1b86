// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/SecretShapes.h"

#include <algorithm>
#include <array>
#include <string>

namespace holdwatch {

namespace {

using std::string_view;

constexpr auto none = string_view::npos;

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isAlnum(char c) { return isUpper(c) || isLower(c) || isDigit(c); }
bool isNameChar(char c) { return isAlnum(c) || c == '_' || c == '-'; }
bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isQuote(char c) { return c == '"' || c == '\''; }
bool isLineEnd(char c) { return c == '\n' || c == '\r'; }
bool isTokenChar(char c) { return isNameChar(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='; }
bool endsToken(char c) { return isBlank(c) || isLineEnd(c) || isQuote(c) || c == '<' || c == '>'; }

char lower(char c) { return isUpper(c) ? char(c + 32) : c; }

/// The end of `name` in lower case without its hyphens: "X-Api-Key" and "apiKey" end alike.
std::string plainEnding(string_view name)
{
    constexpr size_t plenty = 48;
    std::string plain;
    for (char c : name.substr(name.size() - std::min(name.size(), plenty))) {
        if (c != '_' && c != '-')
            plain += lower(c);
    }
    return plain;
}

bool namesAHeader(const std::string &name)
{
    return name.ends_with("authorization") || name.ends_with("cookie");
}

bool namesASecret(const std::string &name)
{
    static constexpr std::array<string_view, 16> endings{"password", "passwd", "pwd", "passphrase", "passcode", "apikey", "accesskey", "secretkey", "privatekey",
                                        "accountkey", "subscriptionkey", "token", "secret", "signature", "credential", "credentials"};
    return name == "sig" || namesAHeader(name) || std::any_of(endings.begin(), endings.end(), [&](string_view end) { return name.ends_with(end); });
}

/// A word of a language rather than a made-up string: letters only, at most the first one a capital.
bool isPlainWord(string_view word)
{
    return !word.empty() && std::all_of(word.begin() + 1, word.end(), [](char c) { return isLower(c) || c == '\''; }) && (isLower(word[0]) || isUpper(word[0]));
}

bool saysNothing(string_view value)
{
    static constexpr std::array words{"true", "false", "null", "none", "nil", "yes", "no"};
    while (!value.empty() && (value.back() == ',' || value.back() == '}' || value.back() == ']' || value.back() == ';' || value.back() == '.'))
        value.remove_suffix(1);
    return value.empty() || std::any_of(words.begin(), words.end(), [&](const char *word) { return std::equal(value.begin(), value.end(), word, word + std::char_traits<char>::length(word), [](char a, char b) { return lower(a) == b; }); });
}

/// "user:password" in base64?
bool isBasicPair(string_view token)
{
    unsigned bits = 0;
    int held = 0;
    for (char c : token) {
        const int value = isUpper(c) ? c - 'A' : isLower(c) ? c - 'a' + 26 : isDigit(c) ? c - '0' + 52 : c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
        if (value < 0)
            return false;
        bits = bits << 6 | unsigned(value);
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        if ((bits >> held & 0xFF) == ':')
            return true;
    }
    return false;
}

/// Each of the passes reads the text once, left to right; what a pass has found it does not read again.
class ShapeFinder
{
public:
    explicit ShapeFinder(string_view text) : m_text(text) {}

    std::vector<Stretch> find()
    {
        findPrivateKeys();
        findUserInformation();
        findKnownBeginnings();
        findWords();
        return std::move(m_found);
    }

private:
    size_t end() const { return m_text.size(); }
    char at(size_t i) const { return i < end() ? m_text[i] : '\0'; }
    template<typename Test>
    size_t skip(size_t i, Test test) const
    {
        while (i < end() && test(m_text[i]))
            ++i;
        return i;
    }
    bool standsAt(size_t i, string_view word) const { return i <= end() && m_text.substr(i, word.size()) == word; }
    size_t hide(size_t from, size_t until)
    {
        if (from < until)
            m_found.push_back({from, until});
        return std::max(from, until);
    }

    void findPrivateKeys();
    void findUserInformation();
    void searchToken(size_t from, size_t until);
    void findKnownBeginnings();
    void findWords();
    size_t afterScheme(size_t i, const std::string &scheme);
    size_t afterName(size_t from, size_t i, bool isHeader);
    size_t unquotedValue(size_t i, bool nameWasQuoted);
    size_t quotedEnd(size_t i, size_t slashes, char quote) const;
    size_t spacedValue(size_t i);

    string_view m_text;
    std::vector<Stretch> m_found;
};

void ShapeFinder::findPrivateKeys()
{
    constexpr string_view begin = "-----BEGIN ";
    constexpr size_t longestTitle = 64;
    for (size_t i = m_text.find(begin); i != none; i = m_text.find(begin, i)) {
        const size_t from = i;
        i += begin.size();
        if (m_text.substr(i, longestTitle).find("PRIVATE KEY") == none)
            continue;
        const size_t last = m_text.find("-----END ", i);
        if (last == none) {
            hide(from, end());
            return;
        }
        const size_t dashes = m_text.find("-----", last + 9);
        i = hide(from, dashes == none ? end() : dashes + 5);
    }
}

void ShapeFinder::findUserInformation()
{
    for (size_t i = m_text.find("://"); i != none; i = m_text.find("://", i)) {
        const size_t until = skip(i, [](char c) { return !endsToken(c); });
        searchToken(i, until);
        i = until;
    }
}

void ShapeFinder::searchToken(size_t from, size_t until)
{
    const string_view token = m_text.substr(0, until);
    const size_t lastAt = token.rfind('@');
    if (lastAt == none || lastAt < from)
        return;
    for (size_t i = token.find("://", from); i != none && i < lastAt; i = token.find("://", i)) {
        i += 3;
        const size_t authority = skip(i, [](char c) { return c != '/' && c != '?' && c != '#' && !endsToken(c); });
        const size_t at = m_text.substr(i, authority - i).rfind('@');
        if (at != none) {
            hide(i, i + at);
            continue;
        }
        // A password with a slash in it: what follows the colon is no port.
        const size_t colon = m_text.substr(i, authority - i).rfind(':');
        if (colon == none)
            continue;
        const size_t port = skip(i + colon + 1, isDigit);
        if (port == authority)
            continue;
        hide(i, lastAt);
        return;
    }
}

void ShapeFinder::findKnownBeginnings()
{
    struct Beginning
    {
        string_view text;
        size_t atLeast; ///< characters behind it
    };
    static constexpr Beginning beginnings[] = {{"ifr_", 4}, {"ghp_", 16}, {"gho_", 16}, {"ghs_", 16}, {"github_pat_", 16}, {"glpat-", 16},
                                               {"xoxb-", 10}, {"xoxp-", 10}, {"sk_live_", 10}, {"rk_live_", 10}, {"AKIA", 16}, {"ASIA", 16}, {"eyJ", 30}};
    for (const auto &[text, atLeast] : beginnings) {
        const bool dotted = text == "eyJ";
        for (size_t i = m_text.find(text); i != none; i = m_text.find(text, i)) {
            const size_t from = i;
            i = skip(i + text.size(), [dotted](char c) { return isNameChar(c) || (dotted && c == '.'); });
            if (i - from - text.size() >= atLeast && (from == 0 || !isAlnum(m_text[from - 1])))
                hide(from, i);
        }
    }
}

void ShapeFinder::findWords()
{
    for (size_t i = 0; i < end();) {
        i = skip(i, [](char c) { return !isNameChar(c); });
        const size_t from = i;
        i = skip(i, isNameChar);
        const std::string name = plainEnding(m_text.substr(from, i - from));
        if (name == "bearer" || name == "basic" || name == "negotiate")
            i = afterScheme(i, name);
        else if (namesASecret(name))
            i = afterName(from, i, namesAHeader(name));
    }
}

size_t ShapeFinder::afterScheme(size_t i, const std::string &scheme)
{
    size_t from = skip(i, isBlank);
    while (standsAt(from, "%20"))
        from += 3;
    if (from == i)
        return i;
    const size_t until = skip(from, isTokenChar);
    string_view token = m_text.substr(from, until - from);
    while (!token.empty() && (token.back() == '=' || token.back() == '.'))
        token.remove_suffix(1);
    constexpr size_t shortestToken = 6, surelyNoWord = 20;
    const bool made = token.size() >= shortestToken && !isPlainWord(token);
    if (scheme == "basic" ? isBasicPair(token) : made || token.size() >= surelyNoWord)
        return hide(from, until);
    return i;
}

/// From behind a telling name: where its value is, if it has one. Returns where to go on.
size_t ShapeFinder::afterName(size_t from, size_t i, bool isHeader)
{
    const size_t nameEnd = i;
    i = skip(i, [](char c) { return c == '\\'; });
    const bool nameWasQuoted = isQuote(at(i));
    i = nameWasQuoted ? i + 1 : nameEnd;
    if (at(i) == ']')
        ++i;
    else if (standsAt(i, "%5D") || standsAt(i, "%5d"))
        i += 3;
    const size_t separator = skip(i, isBlank);
    const bool colon = at(separator) == ':' && !standsAt(separator, "://");
    const bool comma = nameWasQuoted && at(separator) == ',';
    if (standsAt(separator, "%3D") || standsAt(separator, "%3d"))
        return unquotedValue(separator + 3, false);
    if (at(separator) != '=' && !colon && !comma)
        return from >= 2 && standsAt(from, "--") && separator > i ? spacedValue(separator) : nameEnd;
    size_t value = separator + 1;
    if (at(value) == '>' || at(value) == '=')
        ++value;
    const size_t behindSeparator = value;
    value = skip(value, isBlank);
    const size_t quoteAt = skip(value, [](char c) { return c == '\\'; });
    if (isQuote(at(quoteAt)))
        return hide(quoteAt + 1, quotedEnd(quoteAt + 1, quoteAt - value, at(quoteAt)));
    if (comma)
        return nameEnd;
    if (isHeader)
        return hide(value, skip(value, [](char c) { return !isLineEnd(c) && !isQuote(c); }));
    if (colon && value > behindSeparator && !nameWasQuoted)
        return spacedValue(value);
    const bool isNextName = value > behindSeparator && at(skip(value, isNameChar)) == '=';
    return isNextName ? behindSeparator : unquotedValue(value, nameWasQuoted);
}

size_t ShapeFinder::quotedEnd(size_t i, size_t slashes, char quote) const
{
    for (size_t before = 0; i < end(); ++i) {
        if (m_text[i] == quote && before <= slashes)
            return i - before;
        before = m_text[i] == '\\' ? before + 1 : 0;
    }
    return end();
}

size_t ShapeFinder::unquotedValue(size_t i, bool nameWasQuoted)
{
    const size_t from = i;
    for (; i < end() && !endsToken(m_text[i]); ++i) {
        if (nameWasQuoted && (m_text[i] == ',' || m_text[i] == '}' || m_text[i] == ']'))
            break;
        // Only where another parameter follows: a password may hold an ampersand.
        if (m_text[i] == '&' && at(skip(i + 1, isNameChar)) == '=')
            break;
    }
    return saysNothing(m_text.substr(from, i - from)) ? i : hide(from, i);
}

/// "password: hunter2" tells it; "wrong password: try again" does not.
size_t ShapeFinder::spacedValue(size_t i)
{
    const size_t until = skip(i, [](char c) { return !endsToken(c); });
    string_view word = m_text.substr(i, until - i);
    const bool sentenceEnds = !word.empty() && (word.back() == '.' || word.back() == '!' || word.back() == '?');
    while (!word.empty() && (sentenceEnds ? !isAlnum(word.back()) : word.back() == ',' || word.back() == ';' || word.back() == ':' || word.back() == ')'))
        word.remove_suffix(1);
    const size_t next = skip(until, isBlank);
    const bool goesOn = word.size() + i == until && next < end() && !isLineEnd(at(next));
    if (saysNothing(word) || (isPlainWord(word) && (goesOn || sentenceEnds)))
        return i;
    return hide(i, until);
}

} // namespace

std::vector<Stretch> likelySecretsIn(string_view text)
{
    return ShapeFinder(text).find();
}

} // namespace holdwatch
