// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/Redaction.h"

#include "models/core/Redactor.h"

namespace holdwatch::net {

QString quoted(const QString &serverText, const Credential *credential, qsizetype longest)
{
    const QString dots = QStringLiteral("\u2022\u2022\u2022");
    // The secret may start just before the cut, so it is replaced first; the rough cut only bounds the work.
    constexpr qsizetype plenty = 64 * 1024;
    QString text = serverText.left(plenty);
    if (credential && !credential->secret.isEmpty()) {
        // Its usual encodings too; short ones, which that leaves alone, as they are.
        Redactor redactor;
        redactor.know(credential->secret);
        text = redactor.redact(text);
        const QByteArray &secret = credential->secret.expose();
        text.replace(QString::fromUtf8(secret), dots);
        if (credential->scheme == Credential::Scheme::Basic)
            text.replace(QString::fromLatin1((credential->user + ':' + secret).toBase64()), dots);
    }
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = QLatin1Char(' ');
    }
    text = text.simplified();
    return text.size() > longest ? text.left(longest) + QChar(0x2026) : text;
}

} // namespace holdwatch::net
