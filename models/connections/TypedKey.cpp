// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/TypedKey.h"

#include <QStringDecoder>

#include <algorithm>

namespace holdwatch {

namespace {

constexpr qsizetype longestKey = 4096;

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

bool isTokenCharacter(char c)
{
    return c > 0x20 && c < 0x7f;
}

bool isSpace(QChar c)
{
    constexpr char16_t zeroWidthSpace = 0x200b;
    constexpr char16_t byteOrderMark = 0xfeff;
    return c.isSpace() || c == QChar(zeroWidthSpace) || c == QChar(byteOrderMark);
}

bool hasSpaceAround(QStringView text)
{
    return isSpace(text.front()) || isSpace(text.back());
}

/// The text these bytes are, wiped as soon as it is forgotten; null if they are none.
class DecodedKey
{
public:
    explicit DecodedKey(const QByteArray &key)
    {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
        m_text = decoder(key);
        m_isText = !decoder.hasError();
    }
    ~DecodedKey()
    {
        volatile auto *letters = reinterpret_cast<char16_t *>(m_text.data());
        for (qsizetype i = 0; i < m_text.size(); ++i)
            letters[i] = 0;
    }
    Q_DISABLE_COPY_MOVE(DecodedKey)

    bool isText() const { return m_isText; }
    QStringView view() const { return m_text; }

private:
    QString m_text;
    bool m_isText = false;
};

} // namespace

QString faultOfKey(const QByteArray &key, KeyForm form)
{
    if (key.isEmpty())
        return QStringLiteral("The key is empty.");
    if (key.size() > longestKey)
        return QStringLiteral("The key is longer than %1 bytes, so it is something else, such as a whole file.").arg(longestKey);
    const DecodedKey decoded(key);
    if (!decoded.isText())
        return QStringLiteral("The key is no text: it holds bytes that are not valid UTF-8.");
    if (hasSpaceAround(decoded.view()))
        return QStringLiteral("The key begins or ends with a space or line break, as happens when more than the key is pasted.");
    if (std::any_of(key.begin(), key.end(), isControl))
        return QStringLiteral("The key holds a line break or another control character.");
    if (form == KeyForm::Token && !std::all_of(key.begin(), key.end(), isTokenCharacter))
        return QStringLiteral("The key holds a space or a letter that can't be sent in an HTTP header; only plain ASCII letters, digits and signs can.");
    return {};
}

Result<Secret> keyFromTyped(Secret typed, KeyForm form)
{
    const QByteArray &bytes = typed.expose();
    const qsizetype lineBreak = bytes.endsWith("\r\n") ? 2 : bytes.endsWith('\n') ? 1 : 0;
    Secret key(QByteArray(bytes.constData(), bytes.size() - lineBreak));
    const QString fault = faultOfKey(key.expose(), form);
    if (!fault.isEmpty())
        return failure(Error::Kind::Invalid, fault, QStringLiteral("Copy the key alone, on one line, and enter it again."));
    return key;
}

} // namespace holdwatch
