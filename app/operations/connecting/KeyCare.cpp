// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/KeyCare.h"

#include <QPointer>

#include <algorithm>
#include <memory>

namespace holdwatch::operations {

namespace {

struct Removal
{
    QVector<SavedKey> keys;
    secrets::KeyKeeper &keeper;
    QPointer<QObject> context;
    std::function<void(Result<void>)> done;
    Result<void> outcome;
    qsizetype next = 0;
};

void goOn(const std::shared_ptr<Removal> &removal)
{
    if (removal->next == removal->keys.size()) {
        if (removal->context)
            removal->done(removal->outcome);
        return;
    }
    const SavedKey key = removal->keys[removal->next++];
    removal->keeper.remove(key.connection, key.purpose, &removal->keeper, [removal](const Result<void> &answer) {
        if (removal->outcome && !answer)
            removal->outcome = answer;
        goOn(removal);
    });
}

} // namespace

QVector<SavedKey> keysWithoutUse(QVector<SavedKey> saved, const QVector<ConnectionConfig> &connections)
{
    saved.removeIf([&connections](const SavedKey &key) {
        return std::any_of(connections.cbegin(), connections.cend(), [&key](const ConnectionConfig &each) {
            return each.id == key.connection && !isBuiltInPractice(each) && (key.purpose == Purpose::Read || each.separateWriteKey);
        });
    });
    return saved;
}

void removeKeys(const QVector<SavedKey> &keys, secrets::KeyKeeper &keeper, QObject *context, std::function<void(Result<void>)> done)
{
    goOn(std::make_shared<Removal>(Removal{keys, keeper, context, std::move(done), {}}));
}

} // namespace holdwatch::operations
