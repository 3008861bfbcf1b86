// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Redactor.h"

#include "models/core/SecretShapes.h"

#include <QUrl>

#include <algorithm>
#include <string_view>

namespace holdwatch {

namespace {

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

bool isBase64Char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '-' || c == '_' || c == '=';
}

/// The characters that any base64 text holds in which `secret` begins `offset` bytes after a multiple of three.
QByteArray base64Core(const QByteArray &secret, qsizetype offset)
{
    const qsizetype mixed = (offset * 8 + 5) / 6;
    const qsizetype whole = (offset + secret.size()) * 8 / 6;
    const Secret padded(QByteArray(offset, '\0') + secret);
    const Secret encoded(padded.expose().toBase64());
    return encoded.expose().mid(mixed, whole - mixed);
}

QByteArray jsonEscaped(const QByteArray &secret, bool slashToo)
{
    QByteArray escaped;
    escaped.reserve(secret.size() * 2);
    for (const char c : secret) {
        if (c == '"' || c == '\\' || (slashToo && c == '/'))
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

QByteArray inLowerHex(QByteArray percentEncoded)
{
    for (qsizetype i = percentEncoded.indexOf('%'); i >= 0; i = percentEncoded.indexOf('%', i + 1)) {
        for (qsizetype digit = i + 1; digit <= i + 2 && digit < percentEncoded.size(); ++digit) {
            if (const char c = percentEncoded[digit]; c >= 'A' && c <= 'F')
                percentEncoded[digit] = char(c + 32);
        }
    }
    return percentEncoded;
}

void addWherever(std::vector<Stretch> &found, std::string_view text, std::string_view form, bool isBase64)
{
    for (size_t i = text.find(form); i != std::string_view::npos; i = text.find(form, i)) {
        size_t from = i;
        i += form.size();
        const size_t before = found.empty() ? 0 : found.back().until;
        while (isBase64 && from > 0 && from > before && isBase64Char(text[from - 1]))
            --from;
        while (isBase64 && i < text.size() && isBase64Char(text[i]))
            ++i;
        found.push_back({from, i});
    }
}

} // namespace

const QByteArray &Redactor::dots()
{
    static const QByteArray three("\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2");
    return three;
}

std::vector<Redactor::Form> Redactor::formsOf(const QByteArray &secret)
{
    std::vector<Form> forms;
    const auto add = [&forms](QByteArray text, bool isBase64 = false) {
        Secret form(std::move(text));
        const bool isNew = std::none_of(forms.begin(), forms.end(), [&form](const Form &other) { return other.text.expose() == form.expose(); });
        if (isNew && form.expose().size() >= shortest)
            forms.push_back({std::move(form), isBase64});
    };
    add(secret.trimmed());
    add(QString::fromLatin1(secret).toUtf8());
    for (const char *kept : {"", "!$&'()*+,;=:@", "!$&'()*+,;=:@/?"}) {
        add(secret.toPercentEncoding(kept));
        add(inLowerHex(secret.toPercentEncoding(kept)));
    }
    add(secret.toPercentEncoding().replace("%20", "+"));
    add(jsonEscaped(secret, false));
    add(jsonEscaped(secret, true));
    add(secret.toHex());
    add(secret.toHex().toUpper());
    for (qsizetype offset = 0; offset < 3; ++offset) {
        const Secret core(base64Core(secret, offset));
        add(core.clone().expose(), true);
        add(QByteArray(core.expose().constData(), core.expose().size()).replace('+', '-').replace('/', '_'), true);
    }
    return forms;
}

std::vector<Redactor::Known>::iterator Redactor::find(const Secret &secret)
{
    return std::find_if(m_known.begin(), m_known.end(), [&](const Known &known) { return known.secret.expose() == secret.expose(); });
}

void Redactor::know(const Secret &secret)
{
    if (secret.expose().trimmed().size() < shortest)
        return;
    const QWriteLocker lock(&m_lock);
    if (const auto known = find(secret); known != m_known.end())
        ++known->times;
    else
        m_known.push_back({secret.clone(), 1, formsOf(secret.expose())});
}

void Redactor::forget(const Secret &secret)
{
    const QWriteLocker lock(&m_lock);
    const auto known = find(secret);
    if (known != m_known.end() && --known->times == 0)
        m_known.erase(known);
}

QByteArray Redactor::redact(const QByteArray &text) const
{
    std::vector<Stretch> found = likelySecretsIn(viewOf(text));
    {
        const QReadLocker lock(&m_lock);
        for (const Known &known : m_known) {
            for (const Form &form : known.forms) {
                std::vector<Stretch> places;
                addWherever(places, viewOf(text), viewOf(form.text.expose()), form.isBase64);
                found.insert(found.end(), places.begin(), places.end());
            }
        }
    }
    if (found.empty())
        return text;
    std::sort(found.begin(), found.end(), [](const Stretch &a, const Stretch &b) { return a.from < b.from; });
    QByteArray clean;
    clean.reserve(text.size());
    size_t written = 0;
    for (size_t i = 0; i < found.size();) {
        Stretch whole = found[i];
        while (++i < found.size() && found[i].from <= whole.until)
            whole.until = std::max(whole.until, found[i].until);
        clean += text.mid(qsizetype(written), qsizetype(whole.from - written)) + dots();
        written = whole.until;
    }
    return clean + text.mid(qsizetype(written));
}

QString Redactor::redact(const QString &text) const
{
    return QString::fromUtf8(redact(text.toUtf8()));
}

} // namespace holdwatch
