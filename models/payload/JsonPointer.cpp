// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/JsonTree.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Splits `a.b[2].c` at dots and brackets; quotes and escapes are not part of this notation.
std::vector<QByteArray> dottedSegments(QByteArrayView dotted)
{
    QByteArray flat = dotted.toByteArray();
    flat.replace("].", ".").replace('[', '.').replace(']', QByteArray());
    if (flat.startsWith('.'))
        flat.remove(0, 1);
    const QList<QByteArray> parts = flat.split('.');
    return {parts.begin(), parts.end()};
}

} // namespace

QByteArray pointerToken(QByteArrayView key)
{
    QByteArray token = key.toByteArray();
    token.replace('~', "~0").replace('/', "~1");
    return token;
}

std::optional<std::vector<QByteArray>> pointerTokens(QByteArrayView pointer)
{
    std::vector<QByteArray> tokens;
    if (pointer.isEmpty())
        return tokens;
    if (pointer[0] != '/')
        return std::nullopt;
    tokens.emplace_back("");
    for (qsizetype at = 1; at < pointer.size(); ++at) {
        const char c = pointer[at];
        const char next = at + 1 < pointer.size() ? pointer[at + 1] : '\0';
        if (c == '/')
            tokens.emplace_back("");
        else if (c != '~')
            tokens.back() += c;
        else if (next != '0' && next != '1')
            return std::nullopt;
        else
            tokens.back() += next == '0' ? '~' : '/', ++at;
    }
    return tokens;
}

QByteArray JsonTree::pointer(Node node) const
{
    QByteArray pointer;
    Node parent = none;
    for (const Node at : ancestors(node)) {
        if (hasKey(at)) {
            pointer += '/' + pointerToken(key(at));
        } else if (parent != none) {
            qsizetype index = 0;
            for (Node sibling = firstChild(parent); sibling != at; sibling = nextSibling(sibling, parent))
                ++index;
            pointer += '/' + QByteArray::number(index);
        }
        parent = at;
    }
    return pointer;
}

JsonTree::Found JsonTree::member(Node object, QByteArrayView key) const
{
    Found found;
    for (Node child = firstChild(object); child != none; child = nextSibling(child, object)) {
        if (this->key(child) != key)
            continue;
        found.isAmbiguous = found.node != none;
        found.node = child;
    }
    return found;
}

JsonTree::Found JsonTree::element(Node array, QByteArrayView digits) const
{
    const bool isIndex = !digits.isEmpty() && std::all_of(digits.begin(), digits.end(), isDigit) && (digits.size() == 1 || digits[0] != '0');
    if (!isIndex || digits.size() > 9)
        return {};
    Node child = firstChild(array);
    for (qsizetype left = digits.toByteArray().toLongLong(); left > 0 && child != none; --left)
        child = nextSibling(child, array);
    return {child, false};
}

JsonTree::Found JsonTree::step(Node parent, QByteArrayView token, bool mayBeIndex) const
{
    if (type(parent) == Type::Object)
        return member(parent, token);
    return type(parent) == Type::Array && mayBeIndex ? element(parent, token) : Found{};
}

JsonTree::Found JsonTree::at(QByteArrayView pointer) const
{
    const auto tokens = pointerTokens(pointer);
    Found found{tokens ? root() : none, false};
    for (size_t i = 0; tokens && found && i < tokens->size(); ++i) {
        const bool wasAmbiguous = found.isAmbiguous;
        found = step(found.node, (*tokens)[i], true);
        found.isAmbiguous |= wasAmbiguous;
    }
    return found;
}

JsonTree::Found JsonTree::atPath(QByteArrayView dotted) const
{
    const std::vector<QByteArray> segments = dottedSegments(dotted);
    Found found{root(), false};
    for (size_t i = 0; found && i < segments.size();) {
        const Found parent = found;
        QByteArray key = segments[i];
        found = step(parent.node, key, true);
        while (!found && ++i < segments.size()) {
            key += '.' + segments[i];
            found = step(parent.node, key, false);
        }
        found.isAmbiguous |= parent.isAmbiguous;
        ++i;
    }
    return found;
}

} // namespace holdwatch::payload
