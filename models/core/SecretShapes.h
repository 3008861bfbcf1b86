// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace holdwatch {

/// Part of a text, in bytes: [from, until).
struct Stretch
{
    size_t from;
    size_t until;
    bool operator==(const Stretch &) const = default;
};

/// What in UTF-8 `text` looks like a secret, whoever's it is, in no order and perhaps overlapping:
/// values of names such as password, api_key, token, secret (`=`, `:`, JSON, URL query, --option),
/// Authorization and Cookie headers, Bearer and Basic tokens, user information in URLs, private key blocks,
/// AWS access keys, JSON web tokens, and keys with a known beginning such as `ifr_`.
/// Sentences about passwords and tokens stay as they are. Takes time in proportion to the text's length.
std::vector<Stretch> likelySecretsIn(std::string_view text);

} // namespace holdwatch
