// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/DeadLettersCommand.h"
#include "app/bootstrap/Logging.h"
#include "app/bootstrap/PracticePlace.h"
#include "app/bootstrap/PracticeSession.h"
#include "app/bootstrap/Runtime.h"
#include "app/operations/deadletters/DeadLetterService.h"
#include "app/secrets/KeyKeeper.h"
#include "app/storage/Profile.h"
#include "models/core/Redactor.h"

#include <QObject>
#include <QTemporaryDir>

namespace holdwatch::bootstrap {

/// One run of `holdwatch deadletters`: the dead letters' service on the main thread, without a window. May run beside one.
class DeadLettersRun : public QObject
{
    Q_OBJECT
public:
    static constexpr int exitTrouble = 3;

    explicit DeadLettersRun(DeadLettersOptions options);
    ~DeadLettersRun() override;

    int execute(); ///< runs the event loop until everything is printed

private:
    Result<std::optional<ConnectionConfig>> chooseConnection() const; ///< unset: the practice queue
    void begin(const ConnectionConfig &connection);
    void takeTerms(const LookTerms &terms);
    void takeState(const ReadingState &state);
    void tellOfLooks(const ReadingState &state);
    void filterFrom(qsizetype row);
    void print();
    void writeExport();
    void giveUp(const Error &error);
    void quit(int code);

    DeadLettersOptions m_options;
    Redactor m_redactor;
    Logging m_logging; ///< to standard error, no file
    Runtime m_runtime;
    PracticePlace m_practicePlace; ///< before the practice queue that lives there
    PracticeSession m_practice;
    std::unique_ptr<secrets::KeyKeeper> m_keeper;
    ConnectionConfig m_connection;
    QueueId m_deadSet;
    LookTerms m_terms;
    ReadingState m_state;
    payload::SensitiveNames m_names;
    QVector<DeadLetterRow> m_read;
    QVector<DeadLetterRow> m_chosen; ///< those the filter let through
    bool m_isReading = false;
    int m_exitCode = exitTrouble;
    std::unique_ptr<operations::DeadLetterService> m_service; ///< last: it uses the above
};

} // namespace holdwatch::bootstrap
