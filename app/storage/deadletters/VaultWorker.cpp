// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/VaultWorker.h"

#include "app/storage/deadletters/LetterStore.h"
#include "app/storage/deadletters/RecordBook.h"
#include "app/storage/deadletters/VaultSchema.h"

#include <QLoggingCategory>

#include <algorithm>

namespace holdwatch::storage {

Q_LOGGING_CATEGORY(deadLettersLog, "holdwatch.deadletters")

namespace {

constexpr Millis expireEvery = Minutes(60);

} // namespace

VaultWorker::VaultWorker(QString file, const Clock &clock, VaultOptions options)
    : m_file(std::move(file)), m_clock(clock), m_options(std::move(options)), m_expiry(this), m_sweeping(this), m_classifying(this)
{
    connect(&m_expiry, &QTimer::timeout, this, &VaultWorker::expire);
    connect(&m_sweeping, &QTimer::timeout, this, &VaultWorker::sweepStep);
    connect(&m_classifying, &QTimer::timeout, this, &VaultWorker::classifyNext);
}

VaultWorker::~VaultWorker() = default;

DeadLetterRow VaultWorker::rowOf(Open &open, const DeadLetter &letter, LetterNumber number) const
{
    if (!open.makeRow)
        open.makeRow = m_options.rowMaker(m_rules, open.provider);
    return open.makeRow(letter, number);
}

DeadLetterRow VaultWorker::classified(Open &open, const LetterWithRow &before) const
{
    DeadLetterRow row = rowOf(open, before.letter, before.row.number);
    row.firstSeenAt = before.row.firstSeenAt;
    row.redrives = before.row.redrives;
    return row;
}

void VaultWorker::start()
{
    expire();
    m_expiry.start(expireEvery);
}

void VaultWorker::stop()
{
    m_expiry.stop();
    m_sweeping.stop();
    m_classifying.stop();
    m_open.clear();
    m_record.reset();
    m_store.reset();
    m_database.reset();
}

Result<void> VaultWorker::openFile()
{
    auto database = openVault(m_file);
    if (!database)
        return failure(database.error());
    if (m_options.pageCap)
        (void)(*database)->number(QStringLiteral("PRAGMA max_page_count=%1").arg(*m_options.pageCap));
    auto store = LetterStore::open(**database);
    auto record = RecordBook::open(**database);
    if (!store || !record)
        return failure(store ? record.error() : store.error());
    m_store = *std::move(store);
    m_record = *std::move(record);
    m_database = *std::move(database);
    return {};
}

bool VaultWorker::isUsable()
{
    if (m_database && m_database->isDamaged()) {
        m_record.reset();
        m_store.reset();
        m_database.reset();
    }
    if (m_database)
        return true;
    const auto opened = openFile();
    say(opened ? QString() : toSentence(opened.error()) + QStringLiteral(" Dead letters stay in memory alone."));
    return opened.has_value();
}

template<typename Write>
Result<void> VaultWorker::inTransaction(Write write)
{
    auto transaction = Transaction::begin(*m_database);
    if (!transaction)
        return failure(transaction.error());
    if (auto done = write(); !done)
        return failure(done.error());
    return transaction->commit();
}

PageAdded VaultWorker::add(const QueueId &deadSet, const LetterPage &page)
{
    std::shared_ptr<Open> &open = m_open[deadSet];
    if (!open || page.isFirst)
        open = std::make_shared<Open>();
    open->provider = page.provider;
    open->state = page.state;
    std::vector<LetterWithRow> letters;
    letters.reserve(size_t(page.letters.size()));
    for (const DeadLetter &letter : page.letters)
        letters.push_back({letter, rowOf(*open, letter, open->next++)});
    const auto written = isUsable() ? write(deadSet, page, *open, letters) : Result<void>(failure(Error()));
    if (!written) {
        if (m_database)
            say(toSentence(written.error()) + QStringLiteral(" What was read stays in memory."));
        keepInMemory(*open, letters);
        m_looks[deadSet] += page.looks;
    } else {
        say({});
    }
    PageAdded added;
    for (LetterWithRow &each : letters)
        added.rows.append(std::move(each.row));
    added.note = noteOf(*open);
    return added;
}

Result<void> VaultWorker::write(const QueueId &deadSet, const LetterPage &page, Open &open, std::vector<LetterWithRow> &letters)
{
    if (m_options.keepsPayloads && !open.diskIsFull) {
        if (auto done = makeRoom(open); !done)
            return done;
    }
    const bool toDisk = m_options.keepsPayloads && !open.diskIsFull;
    std::optional<qint64> snapshot = open.onDisk;
    auto done = inTransaction([&]() -> Result<void> {
        const auto id = m_store->deadSetId(deadSet);
        if (!id)
            return failure(id.error());
        if (page.isFirst && !m_options.isGuest) {
            if (auto each = m_store->doom(*id); !each)
                return each;
            if (auto each = m_record->forgetExpiries(*id); !each)
                return each;
        }
        if (page.looks > 0) {
            if (auto each = m_record->addLooks(*id, page.looks, page.reason, m_clock.now()); !each)
                return each;
        }
        if (auto each = m_record->see(*id, page.state.capturedAt, letters); !each)
            return each;
        if (m_options.isGuest)
            return {};
        if (auto each = m_record->addExpiries(*id, letters); !each)
            return each;
        if (!toDisk)
            return {};
        if (!snapshot) {
            const auto begun = m_store->begin(*id, page.state);
            if (!begun)
                return failure(begun.error());
            snapshot = *begun;
        }
        if (auto each = m_store->add(*snapshot, letters); !each)
            return each;
        return m_store->saveState(*snapshot, page.state);
    });
    if (!done)
        return done;
    open.onDisk = snapshot;
    if (!toDisk)
        keepInMemory(open, letters);
    if (page.isFirst && !m_options.isGuest)
        beginSweep();
    return {};
}

Result<void> VaultWorker::makeRoom(Open &open)
{
    const auto used = m_store->bytesInUse();
    if (!used)
        return failure(used.error());
    if (*used < m_options.diskLimit || m_sweeping.isActive())
        return {};
    const auto doomed = m_store->doomOldestBut(open.onDisk.value_or(0));
    if (!doomed)
        return failure(doomed.error());
    if (*doomed)
        beginSweep();
    else
        open.diskIsFull = true;
    return {};
}

void VaultWorker::keepInMemory(Open &open, const std::vector<LetterWithRow> &letters)
{
    qint64 others = 0;
    for (const auto &each : std::as_const(m_open))
        others += each.get() == &open ? 0 : each->memory.bytes();
    for (const LetterWithRow &letter : letters)
        open.lostPayloads |= !open.memory.add(letter, m_options.memoryLimit - others);
}

QString VaultWorker::noteOf(const Open &open) const
{
    if (open.memory.isEmpty())
        return {};
    QString note = m_options.isGuest ? QString()
        : !m_options.keepsPayloads ? QStringLiteral("Payloads stay in memory alone, as this profile asks for.")
        : open.diskIsFull ? QStringLiteral("The space set aside for payloads on this disk is used up; the last of them are in memory alone.")
                          : QStringLiteral("Some payloads could not be written to this disk; they are in memory alone.");
    if (open.lostPayloads)
        note += QStringLiteral(" Memory holds %1 MB of them; those of further letters are fetched when they are opened.").arg(m_options.memoryLimit / (1024 * 1024));
    return note;
}

void VaultWorker::saveState(const QueueId &deadSet, const ReadingState &state)
{
    const auto open = m_open.value(deadSet);
    if (open)
        open->state = state;
    if (!isUsable())
        return;
    const auto done = inTransaction([&]() -> Result<void> {
        const auto id = m_store->deadSetId(deadSet);
        if (!id)
            return failure(id.error());
        if (open && open->onDisk) {
            if (auto each = m_store->saveState(*open->onDisk, state); !each)
                return each;
        }
        if (state.stage != ReadingState::Stage::Whole)
            return {};
        if (state.seen == 0) {
            if (auto each = m_record->forgetLooks(*id); !each)
                return each;
        }
        return m_record->closeMissing(*id, state.capturedAt);
    });
    if (!done)
        say(toSentence(done.error()));
}

std::optional<KeptSnapshot> VaultWorker::open(const QueueId &deadSet, const QString &provider)
{
    if (const auto known = m_open.value(deadSet))
        return KeptSnapshot{known->onDisk.value_or(0), known->state, known->next};
    if (!isUsable())
        return std::nullopt;
    const auto id = m_store->deadSetId(deadSet);
    const auto kept = id && !m_options.isGuest ? m_store->newest(*id) : Result<std::optional<KeptSnapshot>>(std::nullopt);
    if (!kept || !*kept)
        return std::nullopt;
    auto open = std::make_shared<Open>();
    open->provider = provider;
    open->onDisk = (*kept)->id;
    open->state = (*kept)->state;
    open->next = (*kept)->nextNumber;
    if (open->state.stage == ReadingState::Stage::Reading) {
        open->state.stage = ReadingState::Stage::Stopped;
        open->state.seen = open->next;
        open->state.note = QStringLiteral("The program ended while it read.");
    }
    m_open.insert(deadSet, open);
    return KeptSnapshot{*open->onDisk, open->state, open->next};
}

std::vector<LetterWithRow> VaultWorker::letters(const QueueId &deadSet, LetterNumber from, int limit)
{
    const auto open = m_open.value(deadSet);
    if (!open)
        return {};
    std::vector<LetterWithRow> found = open->memory.from(from, limit);
    if (open->onDisk && m_store) {
        auto stored = m_store->letters(*open->onDisk, from, limit);
        if (stored)
            found.insert(found.end(), std::make_move_iterator(stored->begin()), std::make_move_iterator(stored->end()));
        else
            say(toSentence(stored.error()));
    }
    std::sort(found.begin(), found.end(), [](const LetterWithRow &a, const LetterWithRow &b) { return a.row.number < b.row.number; });
    if (int(found.size()) > limit)
        found.resize(size_t(limit));
    return found;
}

std::vector<DeadLetterRow> VaultWorker::rows(const QueueId &deadSet, LetterNumber from, int limit)
{
    const auto open = m_open.value(deadSet);
    if (open && open->memory.isEmpty() && open->onDisk && m_store)
        return m_store->rows(*open->onDisk, from, limit).value_or(std::vector<DeadLetterRow>());
    std::vector<DeadLetterRow> rows;
    for (LetterWithRow &each : letters(deadSet, from, limit))
        rows.push_back(std::move(each.row));
    return rows;
}

Result<LetterWithRow> VaultWorker::letter(const QueueId &deadSet, LetterNumber number)
{
    const auto open = m_open.value(deadSet);
    const LetterWithRow *inMemory = open ? open->memory.find(number) : nullptr;
    Result<LetterWithRow> found = failure(Error::Kind::NotFound, QStringLiteral("This dead letter is no longer kept here."), QStringLiteral("Read the dead letters again."));
    if (inMemory)
        found = *inMemory;
    else if (open && open->onDisk && m_store)
        found = m_store->letter(*open->onDisk, number);
    if (found)
        found->letter.deadSet = deadSet;
    return found;
}

Result<DeadLetterRow> VaultWorker::replace(const QueueId &deadSet, LetterNumber number, const DeadLetter &letter)
{
    const auto before = this->letter(deadSet, number);
    if (!before)
        return failure(before.error());
    LetterWithRow now{letter, before->row};
    const auto open = m_open.value(deadSet);
    now.row = classified(*open, now);
    const auto stored = open->onDisk && !open->memory.find(number) && isUsable() ? inTransaction([&] { return m_store->add(*open->onDisk, {now}); })
                                                                                 : Result<void>(failure(Error()));
    if (!stored)
        keepInMemory(*open, {now});
    return now.row;
}

void VaultWorker::setRules(const ClassRules &rules, bool reclassify)
{
    m_rules = rules;
    m_toClassify.clear();
    for (auto open = m_open.cbegin(); open != m_open.cend(); ++open) {
        (*open)->makeRow = {};
        if (reclassify)
            m_toClassify.emplace_back(open.key(), 0);
    }
    if (!reclassify)
        return;
    m_classifying.start(0);
}

void VaultWorker::classifyNext()
{
    if (m_toClassify.empty())
        return m_classifying.stop();
    auto &[deadSet, from] = m_toClassify.back();
    const std::vector<LetterWithRow> before = letters(deadSet, from, m_options.lettersPerStep);
    const auto open = m_open.value(deadSet);
    if (before.empty() || !open) {
        m_toClassify.pop_back();
        return;
    }
    from = before.back().row.number + 1;
    QVector<DeadLetterRow> changed;
    for (const LetterWithRow &each : before) {
        DeadLetterRow row = classified(*open, each);
        if (row != each.row)
            changed.append(std::move(row));
    }
    for (const DeadLetterRow &row : std::as_const(changed))
        open->memory.saveRow(row);
    if (open->onDisk && m_store && !changed.isEmpty()) {
        const auto done = inTransaction([&]() -> Result<void> {
            for (const DeadLetterRow &row : std::as_const(changed)) {
                if (auto each = m_store->saveRow(*open->onDisk, row); !each)
                    return each;
            }
            return {};
        });
        if (!done)
            say(toSentence(done.error()));
    }
    if (!changed.isEmpty())
        emit rowsChanged(deadSet, changed);
}

void VaultWorker::erase(const std::optional<QueueId> &deadSet, std::function<void(Result<void>)> done)
{
    for (auto open = m_open.begin(); open != m_open.end(); ++open) {
        if (deadSet && open.key() != *deadSet)
            continue;
        (*open)->memory.clear();
        (*open)->onDisk.reset();
    }
    if (!isUsable())
        return done(failure(Error::Kind::Storage, m_problem));
    const auto id = deadSet ? m_store->deadSetId(*deadSet).map([](qint64 each) { return std::optional(each); }) : Result<std::optional<qint64>>(std::nullopt);
    const auto doomed = id ? m_store->doom(*id) : Result<void>(failure(id.error()));
    if (!doomed)
        return done(doomed);
    m_sweepWaiters.push_back(std::move(done));
    beginSweep();
}

void VaultWorker::expire()
{
    if (!isUsable() || m_options.isGuest)
        return;
    const UtcTime now = m_clock.now();
    const auto done = inTransaction([&]() -> Result<void> {
        const auto doomed = m_options.erasesKept ? m_store->doom(std::nullopt) : m_store->doomBefore(now - m_options.keepFor);
        return doomed ? m_record->trim(now - m_options.keepRecord) : doomed;
    });
    if (!done)
        return say(toSentence(done.error()));
    for (auto open = m_open.begin(); open != m_open.end(); ++open) {
        if ((*open)->state.capturedAt <= now - m_options.keepFor) {
            (*open)->memory.clear();
            (*open)->onDisk.reset();
        }
    }
    beginSweep();
}

void VaultWorker::beginSweep()
{
    m_sweeping.start(0);
}

void VaultWorker::sweepStep()
{
    if (!m_database)
        return endSweep(failure(Error::Kind::Storage, m_problem));
    const auto more = sweepOnce();
    if (!more)
        endSweep(failure(more.error()));
    else if (!*more)
        endSweep(settle(*m_database));
}

/// First the letters, then the room they took, in steps: others want to read and write meanwhile.
Result<bool> VaultWorker::sweepOnce()
{
    bool more = false;
    auto taken = inTransaction([&]() -> Result<void> {
        const auto left = m_store->sweep(m_options.lettersPerStep);
        more = left.value_or(false);
        return left.map([](bool) {});
    });
    if (!taken || more)
        return taken.map([] { return true; });
    return m_store->giveBack();
}

void VaultWorker::endSweep(const Result<void> &outcome)
{
    m_sweeping.stop();
    if (!outcome)
        say(toSentence(outcome.error()));
    const auto waiters = std::exchange(m_sweepWaiters, {});
    for (const auto &waiter : waiters)
        waiter(outcome);
    if (outcome)
        emit swept();
}

void VaultWorker::say(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    if (!problem.isEmpty())
        qCWarning(deadLettersLog).noquote() << problem;
    emit problemChanged(problem);
}

} // namespace holdwatch::storage
