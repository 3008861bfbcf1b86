// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/DeadLetterService.h"

#include "app/operations/connecting/KeyFetch.h"
#include "app/operations/deadletters/ExportRun.h"
#include "app/operations/deadletters/LookGuard.h"
#include "app/operations/deadletters/RowMaking.h"
#include "app/storage/deadletters/PayloadReader.h"
#include "models/deadletters/LetterRowMaker.h"
#include "models/payload/Masking.h"

#include <algorithm>
#include <utility>

namespace holdwatch::operations {

using Stage = ReadingState::Stage;

namespace {

constexpr Millis expiriesEvery = Minutes(10);

storage::VaultOptions vaultOptions(const PayloadPolicy &policy, bool isGuest)
{
    storage::VaultOptions options;
    options.rowMaker = rowMakerFor;
    options.keepsPayloads = policy.isKept && !isGuest;
    options.erasesKept = !policy.isKept;
    options.isGuest = isGuest;
    options.keepFor = policy.keepFor;
    return options;
}

} // namespace

/// One reading under way.
struct DeadLetterService::Sitting
{
    QueueId deadSet;
    ReadOrder order;
    QString provider;
    ReadingState state;
    QByteArray cursor;
    bool hasPage = false;
    bool isStopping = false;
    bool isRisky = false;
};

DeadLetterService::DeadLetterService(Parts parts, const Files &files, bool isGuest, QObject *parent)
    : DeadLetterPort(parent), m_parts(std::move(parts)), m_file(files.settings), m_vaultFile(files.vault), m_expiryTimer(this),
      m_vault(files.vault, m_parts.clock, [&] {
          const storage::DeadLetterSettingsRead read = m_file.read();
          m_rules = read.settings.rules;
          m_policy = read.settings.payloads;
          m_problems = read.problems;
          return vaultOptions(m_policy, isGuest);
      }()),
      m_desk(m_parts.make)
{
    m_vault.tell([rules = m_rules](storage::VaultWorker &worker) { worker.setRules(rules, false); });
    connect(&m_vault, &storage::DeadLetterVault::rowsChanged, this, &DeadLetterService::lettersChanged);
    connect(&m_vault, &storage::DeadLetterVault::problemChanged, this, &DeadLetterService::storageChanged);
    connect(&m_expiryTimer, &QTimer::timeout, this, &DeadLetterService::checkExpiries);
    m_expiryTimer.start(expiriesEvery);
}

DeadLetterService::~DeadLetterService() = default;

QString DeadLetterService::providerOf(const QueueId &deadSet) const
{
    const auto config = m_parts.connection(deadSet.connection);
    return config ? config->provider : QString();
}

void DeadLetterService::forgetConnection(const ConnectionId &connection)
{
    m_prepared.removeIf([&](const auto &each) { return each.key().connection == connection; });
}

void DeadLetterService::prepare(const QueueId &deadSet, std::function<void(Result<void>)> then)
{
    const auto config = m_parts.connection(deadSet.connection);
    if (!config)
        return then(failure(Error::Kind::Configuration, QStringLiteral("This connection is no longer configured.")));
    if (m_prepared.value(deadSet) == *config)
        return then({});
    const auto use = [this, deadSet, config = *config](Result<Secret> key) -> Result<void> {
        if (!key)
            return failure(key.error());
        m_prepared.insert(deadSet, config);
        m_hasLooked.remove(deadSet);
        m_desk.prepare(deadSet, config, *std::move(key));
        return {};
    };
    if (auto held = m_parts.keys.keyFor(*config))
        return then(use(std::move(held)));
    fetchKey(*config, m_parts.keeper, m_parts.keys, this, [this, config = *config, use, then = std::move(then)] { then(use(m_parts.keys.keyFor(config))); });
}

void DeadLetterService::askTerms(const QueueId &deadSet, std::function<void(Result<LookTerms>)> then)
{
    prepare(deadSet, [this, deadSet, then = std::move(then)](const Result<void> &prepared) {
        if (!prepared)
            return then(failure(prepared.error()));
        m_desk.terms(deadSet, this, [this, deadSet, then](const Result<LookTerms> &terms) {
            if (!terms) {
                if (terms.error().kind == Error::Kind::Unauthorized)
                    m_prepared.remove(deadSet);
                return then(failure(terms.error()));
            }
            // Whoever has looked itself has counted; what it can't know are the looks of earlier runs.
            if (m_hasLooked.contains(deadSet))
                return then(terms);
            const auto count = [deadSet](storage::VaultWorker &worker) { return worker.looks(deadSet); };
            m_vault.ask<int>(this, count, [terms = *terms, then](int looks) { then(guarded(terms, looks)); });
        });
    });
}

void DeadLetterService::requestTerms(const QueueId &deadSet)
{
    askTerms(deadSet, [this, deadSet](const Result<LookTerms> &answer) {
        LookTerms terms;
        if (answer) {
            terms = *answer;
        } else {
            terms.effect = LookTerms::Effect::Refused;
            terms.sentence = toSentence(answer.error());
        }
        m_shown.insert(deadSet, terms);
        emit termsChanged(deadSet, terms);
    });
}

bool DeadLetterService::isCurrent(const SittingPointer &sitting) const
{
    return m_sittings.value(sitting->deadSet) == sitting;
}

void DeadLetterService::read(const QueueId &deadSet, const ReadOrder &order)
{
    if (m_sittings.contains(deadSet))
        return; // one sitting a dead set at a time; it tells how it stands
    const auto sitting = std::make_shared<Sitting>();
    sitting->deadSet = deadSet;
    sitting->order = order;
    sitting->provider = providerOf(deadSet);
    sitting->state.stage = Stage::Reading;
    sitting->state.capturedAt = m_parts.clock.now();
    m_sittings.insert(deadSet, sitting);
    const ReadingState before = m_states.value(deadSet);
    tell(deadSet, sitting->state);
    m_states.insert(deadSet, before); // what is on the screen is the old snapshot until the first page has come
    askTerms(deadSet, [this, sitting](const Result<LookTerms> &terms) {
        if (!isCurrent(sitting))
            return;
        if (sitting->isStopping)
            return end(sitting, Stage::Stopped);
        if (!terms)
            return end(sitting, Stage::Failed, terms.error());
        begin(sitting, *terms);
    });
}

void DeadLetterService::begin(const SittingPointer &sitting, const LookTerms &terms)
{
    const auto known = m_shown.constFind(sitting->deadSet);
    const auto shown = known == m_shown.cend() ? std::nullopt : std::optional(*known);
    m_shown.insert(sitting->deadSet, terms);
    emit termsChanged(sitting->deadSet, terms);
    const auto admitted = admit(terms, sitting->order, shown);
    if (!admitted)
        return end(sitting, Stage::Failed, admitted.error());
    sitting->isRisky = terms.effect == LookTerms::Effect::Risky;
    nextPage(sitting);
}

void DeadLetterService::nextPage(const SittingPointer &sitting)
{
    const qint64 left = sitting->order.atMost - sitting->state.seen;
    const int limit = int(std::clamp<qint64>(left, 1, lettersPerPage));
    m_desk.page(sitting->deadSet, sitting->cursor, limit, sitting->isRisky, this, [this, sitting](const Result<providers::DeadLetterPage> &page) {
        if (!isCurrent(sitting))
            return;
        if (page)
            return takePage(sitting, *page);
        if (page.error().kind == Error::Kind::Unauthorized)
            m_prepared.remove(sitting->deadSet);
        end(sitting, sitting->isStopping ? Stage::Stopped : Stage::Failed, page.error());
    });
}

void DeadLetterService::takePage(const SittingPointer &sitting, const providers::DeadLetterPage &page)
{
    ReadingState &state = sitting->state;
    if (!sitting->hasPage) {
        state.capturedAt = m_parts.clock.now();
        m_generation[sitting->deadSet]++;
        emit snapshotCleared(sitting->deadSet);
    }
    state.seen += page.letters.size();
    state.looks += page.looks;
    if (page.looks > 0)
        m_hasLooked.insert(sitting->deadSet);
    state.total = page.total;
    state.totalIsApproximate = page.totalIsApproximate;
    state.note = page.note;
    storage::LetterPage kept{page.letters, sitting->provider, state, !sitting->hasPage, page.looks, sitting->order.overrideReason};
    sitting->hasPage = true;
    const auto add = [deadSet = sitting->deadSet, kept = std::move(kept)](storage::VaultWorker &worker) { return worker.add(deadSet, kept); };
    // What is counted before it is kept must not be told before it is kept.
    m_vault.ask<storage::PageAdded>(this, add, [this, sitting, page](const storage::PageAdded &added) { finishPage(sitting, page, added); });
}

void DeadLetterService::finishPage(const SittingPointer &sitting, const providers::DeadLetterPage &page, const storage::PageAdded &added)
{
    if (!added.note.isEmpty())
        sitting->state.note = QStringLiteral("%1 %2").arg(page.note, added.note).trimmed();
    emit lettersRead(sitting->deadSet, added.rows);
    sitting->cursor = page.next;
    const bool isOver = page.next.isEmpty();
    if (sitting->isStopping && !(isOver && page.isWhole))
        return end(sitting, Stage::Stopped);
    if (isOver || sitting->state.seen >= sitting->order.atMost)
        return end(sitting, isOver && page.isWhole ? Stage::Whole : Stage::Sample);
    tell(sitting->deadSet, sitting->state);
    nextPage(sitting);
}

void DeadLetterService::end(const SittingPointer &sitting, Stage stage, std::optional<Error> error)
{
    const QueueId deadSet = sitting->deadSet;
    ReadingState state = sitting->state;
    if (!sitting->hasPage && m_states.value(deadSet).stage != Stage::Nothing)
        state = m_states.value(deadSet); // the snapshot before is still what there is
    state.stage = stage;
    state.error = stage == Stage::Failed ? error : std::nullopt;
    if (sitting->hasPage)
        m_vault.tell([deadSet, state](storage::VaultWorker &worker) { worker.saveState(deadSet, state); });
    m_desk.release(deadSet, this, [this, sitting, state](const Result<void> &) {
        if (isCurrent(sitting))
            m_sittings.remove(sitting->deadSet);
        tell(sitting->deadSet, state);
        checkExpiries();
    });
}

void DeadLetterService::tell(const QueueId &deadSet, const ReadingState &state)
{
    m_states.insert(deadSet, state);
    emit readingChanged(deadSet, state);
}

void DeadLetterService::stopReading(const QueueId &deadSet)
{
    const SittingPointer sitting = m_sittings.value(deadSet);
    if (!sitting || sitting->isStopping)
        return;
    sitting->isStopping = true;
    m_desk.cancel(deadSet);
}

void DeadLetterService::reopen(const QueueId &deadSet)
{
    if (m_sittings.contains(deadSet))
        return;
    const int generation = ++m_generation[deadSet];
    const auto open = [deadSet, provider = providerOf(deadSet)](storage::VaultWorker &worker) { return worker.open(deadSet, provider); };
    m_vault.ask<std::optional<storage::KeptSnapshot>>(this, open, [this, deadSet, generation](const std::optional<storage::KeptSnapshot> &kept) {
        if (m_generation.value(deadSet) != generation)
            return;
        emit snapshotCleared(deadSet);
        tell(deadSet, kept ? kept->state : ReadingState());
        if (kept)
            tellRows(deadSet, 0, generation);
    });
}

void DeadLetterService::snapshot(const QueueId &deadSet, QObject *context, std::function<void(Result<Snapshot>)> done)
{
    using Kept = std::pair<std::optional<storage::KeptSnapshot>, std::vector<DeadLetterRow>>;
    const auto fetch = [deadSet, provider = providerOf(deadSet)](storage::VaultWorker &worker) -> Kept {
        const auto kept = worker.open(deadSet, provider);
        return {kept, kept ? worker.rows(deadSet, 0, int(kept->nextNumber)) : std::vector<DeadLetterRow>()};
    };
    m_vault.ask<Kept>(context, fetch, [done = std::move(done)](const Kept &kept) {
        const auto &[snapshot, rows] = kept;
        if (!snapshot || rows.empty())
            return done(failure(Error::Kind::NotFound, QStringLiteral("No dead letters of this queue have been read yet."), QStringLiteral("Read them first.")));
        done(Snapshot{QVector<DeadLetterRow>(rows.cbegin(), rows.cend()), snapshot->state.capturedAt});
    });
}

void DeadLetterService::tellRows(const QueueId &deadSet, LetterNumber from, int generation)
{
    using Rows = std::vector<DeadLetterRow>;
    // Rows that were kept may be older than what is sensitive today.
    const auto fetch = [deadSet, from, names = sensitiveNamesOf(m_rules)](storage::VaultWorker &worker) {
        Rows rows = worker.rows(deadSet, from, rowsPerTelling);
        for (DeadLetterRow &row : rows)
            row.error = payload::maskedProse(row.error, names);
        return rows;
    };
    m_vault.ask<Rows>(this, fetch, [this, deadSet, generation](const Rows &rows) {
        if (rows.empty() || m_generation.value(deadSet) != generation)
            return;
        emit lettersRead(deadSet, QVector<DeadLetterRow>(rows.cbegin(), rows.cend()));
        tellRows(deadSet, rows.back().number + 1, generation);
    });
}

PayloadLookup DeadLetterService::payloads(const QueueId &deadSet)
{
    if (!m_policy.isKept)
        return [](LetterNumber) -> std::optional<QByteArray> { return std::nullopt; };
    return [reader = std::make_shared<storage::PayloadReader>(m_vaultFile, deadSet)](LetterNumber letter) { return reader->payload(letter); };
}

void DeadLetterService::fetchLetter(const QueueId &deadSet, LetterNumber letter, QObject *context, std::function<void(Result<DeadLetter>)> done)
{
    const auto find = [deadSet, letter](storage::VaultWorker &worker) { return worker.letter(deadSet, letter); };
    const QPointer<QObject> guard(context);
    m_vault.ask<Result<storage::LetterWithRow>>(this, find, [this, deadSet, guard, done = std::move(done)](const Result<storage::LetterWithRow> &found) {
        if (!guard)
            return;
        if (!found)
            return done(failure(found.error()));
        if (found->letter.payloadIsWhole)
            return done(found->letter);
        fetchWhole(deadSet, *found, [guard, done, part = found->letter](const Result<DeadLetter> &whole) {
            if (!guard)
                return;
            // What can't be had whole is still evidence.
            done(whole || part.payload.isEmpty() ? whole : Result<DeadLetter>(part));
        });
    });
}

void DeadLetterService::fetchWhole(const QueueId &deadSet, const storage::LetterWithRow &part, std::function<void(Result<DeadLetter>)> then)
{
    prepare(deadSet, [this, deadSet, part, then = std::move(then)](const Result<void> &prepared) {
        if (!prepared)
            return then(failure(prepared.error()));
        m_desk.whole(deadSet, part.letter, this, [this, deadSet, number = part.row.number, then](const Result<DeadLetter> &whole) {
            if (!whole)
                return then(whole);
            const auto keep = [deadSet, number, letter = *whole](storage::VaultWorker &worker) { return worker.replace(deadSet, number, letter); };
            m_vault.ask<Result<DeadLetterRow>>(this, keep, [this, deadSet, whole, then](const Result<DeadLetterRow> &row) {
                if (row)
                    emit lettersChanged(deadSet, {*row});
                then(whole);
            });
        });
    });
}

void DeadLetterService::saveRules(const ClassRules &rules, QObject *context, std::function<void(Result<void>)> done)
{
    const Result<void> written = m_file.write(rules);
    if (written) {
        m_rules = rules;
        m_vault.tell([rules](storage::VaultWorker &worker) { worker.setRules(rules, true); });
        emit rulesChanged();
    }
    QMetaObject::invokeMethod(this, [guard = QPointer(context), done = std::move(done), written] {
        if (guard)
            done(written);
    }, Qt::QueuedConnection);
}

void DeadLetterService::erasePayloads(const std::optional<QueueId> &deadSet, QObject *context, std::function<void(Result<void>)> done)
{
    m_vault.erase(deadSet, context, std::move(done));
}

void DeadLetterService::savePayloadPolicy(const PayloadPolicy &policy, QObject *context, std::function<void(Result<void>)> done)
{
    const Result<void> written = m_file.write(policy);
    if (written) {
        m_policy = policy;
        m_vault.tell([policy](storage::VaultWorker &worker) { worker.setPolicy(policy); });
    }
    QMetaObject::invokeMethod(this, [guard = QPointer(context), done = std::move(done), written] {
        if (guard)
            done(written);
    }, Qt::QueuedConnection);
}

void DeadLetterService::recordReveal(const QueueId &deadSet, LetterNumber letter, const QString &field, const QString &who)
{
    m_vault.tell([=](storage::VaultWorker &worker) { (void)worker.recordReveal(deadSet, letter, field, who); });
}

void DeadLetterService::follow(const QString &idempotencyKey, QObject *context, std::function<void(Result<QVector<KeySighting>>)> done)
{
    using Sightings = Result<QVector<KeySighting>>;
    m_vault.ask<Sightings>(context, [idempotencyKey](storage::VaultWorker &worker) { return worker.follow(idempotencyKey); }, std::move(done));
}

void DeadLetterService::checkExpiries()
{
    using All = QVector<storage::Expiries>;
    m_vault.ask<All>(this, [](storage::VaultWorker &worker) { return worker.expiries(warnBefore); }, [this](const All &all) { emit expiriesChanged(all); });
}

void DeadLetterService::exportLetters(const QueueId &deadSet, const ExportOrder &order, QObject *context, std::function<void(Result<QString>)> done)
{
    const auto run = std::make_shared<ExportRun>();
    run->deadSet = deadSet;
    run->order = order;
    run->context = context;
    run->done = std::move(done);
    const auto config = m_parts.connection(deadSet.connection);
    run->origin = {config ? config->name : deadSet.connection.text(), deadSet.name, m_states.value(deadSet), m_parts.clock.now()};
    run->sensitiveNames = m_rules.sensitiveNames;
    stepExport(run);
}

/// What came in part is fetched before it is written: an export holds whole messages, or says which it could not get.
void DeadLetterService::stepExport(const std::shared_ptr<ExportRun> &run)
{
    m_vault.ask<ExportRun::Step>(this, [run](storage::VaultWorker &worker) { return run->step(worker); }, [this, run](const ExportRun::Step &step) {
        if (!run->context)
            return;
        if (step.isOver)
            return run->done(run->outcome());
        if (!step.part)
            return stepExport(run);
        fetchWhole(run->deadSet, *step.part, [this, run](const Result<DeadLetter> &) { stepExport(run); });
    });
}

} // namespace holdwatch::operations
