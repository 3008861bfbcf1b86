// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Parse.h"

#include <nlohmann/json.hpp>

namespace holdwatch::json {

namespace {

using Tokens = nlohmann::json;

QString fromUtf8(const std::string &text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Builds the tree from nlohmann's tokens. Its own tree would lose the digits of long numbers and
/// recurse without a limit.
class TreeBuilder final : public nlohmann::json_sax<Tokens>
{
public:
    explicit TreeBuilder(int depthLimit) : m_depthLimit(depthLimit) {}

    bool null() override { return put({}); }
    bool boolean(bool value) override { return put({value}); }
    bool number_integer(number_integer_t value) override
    {
        return put({Node::Number{QString::number(value), static_cast<double>(value), value}});
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        Node::Number number{QString::number(value), static_cast<double>(value), std::nullopt};
        if (value <= static_cast<number_unsigned_t>(std::numeric_limits<qint64>::max()))
            number.whole = static_cast<qint64>(value);
        return put({std::move(number)});
    }
    bool number_float(number_float_t value, const string_t &digits) override
    {
        return put({Node::Number{fromUtf8(digits), value, std::nullopt}});
    }
    bool string(string_t &value) override { return put({fromUtf8(value)}); }
    bool binary(binary_t &) override { return false; }

    bool start_object(std::size_t) override { return open({Node::Object()}); }
    bool start_array(std::size_t) override { return open({Node::Array()}); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &value) override
    {
        std::get<Node::Object>(m_open.back()->content).emplace_back(fromUtf8(value), Node());
        return true;
    }

    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &why) override
    {
        constexpr int numberOutOfRange = 406;
        m_errorAt = position;
        m_outOfRange = why.id == numberOutOfRange;
        return false;
    }

    bool isTooDeep() const { return m_tooDeep; }
    bool isOutOfRange() const { return m_outOfRange; }
    std::size_t errorAt() const { return m_errorAt; }
    std::shared_ptr<const Node> root() const { return m_root; }

private:
    Node *place(Node node)
    {
        if (m_open.empty()) {
            *m_root = std::move(node);
            return m_root.get();
        }
        Node *parent = m_open.back();
        if (auto *array = std::get_if<Node::Array>(&parent->content))
            return &array->emplace_back(std::move(node));
        Node &slot = std::get<Node::Object>(parent->content).back().second;
        slot = std::move(node);
        return &slot;
    }

    bool put(Node node)
    {
        place(std::move(node));
        return true;
    }

    // An open container's siblings are complete, so the pointers to the open ones stay valid.
    bool open(Node container)
    {
        if (m_open.size() >= static_cast<std::size_t>(m_depthLimit)) {
            m_tooDeep = true;
            return false;
        }
        m_open.push_back(place(std::move(container)));
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    std::shared_ptr<Node> m_root = std::make_shared<Node>();
    std::vector<Node *> m_open;
    int m_depthLimit;
    std::size_t m_errorAt = 0;
    bool m_tooDeep = false;
    bool m_outOfRange = false;
};

tl::unexpected<Error> refused(Error::Kind kind, QString what, QString where = {})
{
    Error error;
    error.kind = kind;
    error.what = std::move(what);
    error.where = std::move(where);
    return failure(std::move(error));
}

tl::unexpected<Error> notJson(const QByteArray &bytes, std::size_t at)
{
    const QByteArray start = bytes.left(64).trimmed();
    if (start.isEmpty())
        return refused(Error::Kind::Malformed, QStringLiteral("The answer is empty where JSON is expected."));
    if (start.startsWith('<'))
        return refused(Error::Kind::Malformed, QStringLiteral("The answer is a web page or XML, not JSON."));
    const QString where = QStringLiteral("byte %1").arg(at);
    if (at >= static_cast<std::size_t>(bytes.size()))
        return refused(Error::Kind::Malformed, QStringLiteral("The answer is JSON that breaks off at its end (%1).").arg(where), where);
    return refused(Error::Kind::Malformed, QStringLiteral("The answer is not valid JSON (at %1).").arg(where), where);
}

} // namespace

Result<Value> parse(const QByteArray &bytes, const Limits &limits)
{
    if (bytes.size() > limits.bytes)
        return refused(Error::Kind::TooLarge, QStringLiteral("The answer has %1 bytes; at most %2 are read.").arg(bytes.size()).arg(limits.bytes));
    TreeBuilder builder(limits.depth);
    try {
        if (Tokens::sax_parse(bytes.begin(), bytes.end(), &builder))
            return Value(builder.root(), builder.root().get(), QStringLiteral("$"));
    } catch (const std::exception &) {
        return refused(Error::Kind::Malformed, QStringLiteral("The answer can't be read as JSON."));
    }
    if (builder.isTooDeep())
        return refused(Error::Kind::TooLarge, QStringLiteral("The answer is nested deeper than %1 levels.").arg(limits.depth));
    if (builder.isOutOfRange())
        return refused(Error::Kind::Malformed, QStringLiteral("The answer holds a number that is too large to be one."));
    return notJson(bytes, builder.errorAt());
}

} // namespace holdwatch::json
