// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/SampleFile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>

namespace holdwatch::json {

namespace {

using Tokens = nlohmann::json;

constexpr double Missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t MostSamples = 20'000'000;
constexpr double FurthestSecond = 1e12;

struct Member
{
    const char *name;
    double SampleLine::*field;
};

constexpr Member Members[] = {
    {"t", &SampleLine::t},
    {"oldest_age_s", &SampleLine::oldestAge},
    {"depth", &SampleLine::depth},
    {"in_flight", &SampleLine::inFlight},
    {"delayed", &SampleLine::delayed},
    {"consumers", &SampleLine::consumers},
    {"retries_total", &SampleLine::retriesTotal},
    {"dead_letters", &SampleLine::deadLetters},
};

/// The letters of a file and the line they stand in, which the parser tells only of its own errors.
class Letters
{
public:
    explicit Letters(std::FILE *file) : m_file(file) { fill(); }

    qint64 line() const { return m_line; } ///< of the letter that was handed out last
    bool isOver() const { return m_at == m_end; }
    char now() const { return m_buffer[m_at]; }
    void next()
    {
        if (m_wasBreak)
            ++m_line;
        m_wasBreak = m_buffer[m_at] == '\n';
        if (++m_at == m_end)
            fill();
    }

private:
    void fill()
    {
        m_at = 0;
        m_end = std::fread(m_buffer.data(), 1, m_buffer.size(), m_file);
    }

    std::FILE *m_file;
    std::array<char, 64 * 1024> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    qint64 m_line = 1;
    bool m_wasBreak = false;
};

/// As the parser wants them; a null one is the end.
class LetterIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = char;

    explicit LetterIterator(Letters *letters) : m_letters(letters) {}
    char operator*() const { return m_letters->now(); }
    LetterIterator &operator++()
    {
        m_letters->next();
        return *this;
    }
    bool operator==(const LetterIterator &other) const { return isOver() == other.isOver(); }
    bool operator!=(const LetterIterator &other) const { return !(*this == other); }

private:
    bool isOver() const { return m_letters == nullptr || m_letters->isOver(); }

    Letters *m_letters;
};

/// A word that is not known leaves the age what it is without one.
Obtained obtainedFromWord(const std::string &word)
{
    for (const Obtained known : {Obtained::AtMost, Obtained::AtLeast, Obtained::Approximate, Obtained::Derived}) {
        if (toWord(known).toStdString() == word)
            return known;
    }
    return Obtained::Reported;
}

SampleLine emptyLine()
{
    SampleLine line;
    for (const Member &member : Members)
        line.*member.field = Missing;
    return line;
}

/// Follows the tokens: level 1 is the document, 2 the list of samples, 3 one sample; what lies deeper, or
/// under a member that nobody asked for, is skipped.
class SampleReader final : public nlohmann::json_sax<Tokens>
{
public:
    explicit SampleReader(const Letters &letters) : m_letters(letters) {}

    bool null() override { return scalar(Missing); }
    bool boolean(bool value) override
    {
        if (m_level == 1 && m_key == "age_includes_in_flight") {
            m_file.ageIncludesInFlight = value;
            return true;
        }
        return other("true or false");
    }
    bool number_integer(number_integer_t value) override { return scalar(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t &) override { return scalar(value); }
    bool string(string_t &value) override
    {
        if (inSample() && m_key == "age_is") {
            m_line.ageIs = obtainedFromWord(value);
            return true;
        }
        return other("a text");
    }
    bool binary(binary_t &) override { return false; }

    bool start_object(std::size_t) override
    {
        if (m_level == 2 && m_inSamples) {
            m_line = emptyLine();
            m_beganAt = m_letters.line();
            ++m_level;
            return m_file.samples.size() < MostSamples || refuse(QStringLiteral("There are more than %1 samples.").arg(MostSamples));
        }
        return open("an object");
    }
    bool start_array(std::size_t) override
    {
        if (m_level == 1 && m_key == "samples") {
            m_inSamples = m_hasSamples = true;
            ++m_level;
            return true;
        }
        return open("a list");
    }
    bool end_object() override
    {
        if (--m_level == 2 && m_inSamples)
            return endSample();
        return true;
    }
    bool end_array() override
    {
        if (--m_level == 1)
            m_inSamples = false;
        return true;
    }
    bool key(string_t &value) override
    {
        if (m_level == 1 || inSample())
            m_key = value;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &why) override
    {
        m_error.what = QStringLiteral("This is not JSON.");
        m_error.where = placeOf(QString::fromUtf8(why.what()));
        return false;
    }

    bool hasSamples() const { return m_hasSamples; }
    SampleFile &file() { return m_file; }
    const Error &error() const { return m_error; }

private:
    bool inSample() const { return m_level == 3 && m_inSamples; }

    bool scalar(double value)
    {
        if (m_level == 1)
            return headMember(value);
        if (!inSample())
            return m_level != 0 && !(m_level == 2 && m_inSamples) ? true : other("a single value");
        for (const Member &member : Members) {
            if (m_key != member.name)
                continue;
            if (std::abs(value) > FurthestSecond)
                return refuse(QStringLiteral("The number is too large."));
            if (value < 0 && member.field != &SampleLine::t && member.field != &SampleLine::oldestAge)
                return refuse(QStringLiteral("A count can't be negative."));
            m_line.*member.field = value;
        }
        return true;
    }

    bool headMember(double value)
    {
        const bool known = m_key == "hold_window_s" || m_key == "poll_s";
        if (m_key == "samples")
            return refuse(QStringLiteral("A list of samples is expected here."));
        if (!known || std::isnan(value))
            return true;
        if (value <= 0 || value > FurthestSecond / 1000)
            return refuse(QStringLiteral("A positive number of seconds is expected here."));
        (m_key == "poll_s" ? m_file.poll : m_file.holdWindow) = std::max(Millis(1), fromSeconds(value));
        return true;
    }

    /// A value that is no number, null or known container, at the present place.
    bool other(const char *found)
    {
        if (isWanted())
            return refuse(QStringLiteral("%1 stands where %2 is expected.").arg(QLatin1String(found), QLatin1String(expected())));
        return true;
    }

    const char *expected() const
    {
        if (m_level == 0)
            return "an object";
        if (m_level == 2)
            return "a sample";
        if (m_key == "samples")
            return "a list of samples";
        if (m_key == "age_is")
            return "a text";
        return m_key == "age_includes_in_flight" ? "true or false" : "a number";
    }

    bool open(const char *found)
    {
        const bool document = m_level == 0 && qstrcmp(found, "an object") == 0;
        if (!document && !other(found))
            return false;
        ++m_level;
        return true;
    }

    bool isWanted() const
    {
        if (m_level == 0 || (m_level == 2 && m_inSamples))
            return true;
        if (m_level == 1)
            return m_key == "hold_window_s" || m_key == "poll_s" || m_key == "samples" || m_key == "age_includes_in_flight";
        return inSample() && (m_key == "age_is" || std::any_of(std::begin(Members), std::end(Members), [this](const Member &m) { return m_key == m.name; }));
    }

    bool endSample()
    {
        m_key = "t";
        if (std::isnan(m_line.t)) {
            ++m_level;
            return refuse(QStringLiteral("A sample without its time."));
        }
        noteStepBack();
        m_file.samples.push_back(m_line);
        return true;
    }

    void noteStepBack()
    {
        if (m_file.samples.empty() || m_line.t >= m_file.samples.back().t)
            return;
        if (m_file.stepsBack++ == 0)
            m_file.firstStepBack = StepBack{m_file.samples.size(), m_beganAt, m_file.samples.back().t, m_line.t};
    }

    bool refuse(const QString &what)
    {
        m_error.what = what;
        m_error.where = QStringLiteral("%1 (line %2)").arg(path()).arg(m_letters.line());
        return false;
    }

    QString path() const
    {
        const QString key = QString::fromStdString(m_key);
        if (m_level == 0)
            return QStringLiteral("the beginning");
        if (m_level == 1 || !m_inSamples)
            return key;
        const QString sample = QStringLiteral("samples[%1]").arg(m_file.samples.size());
        return m_level == 2 ? sample : sample + QLatin1Char('.') + key;
    }

    /// "line 3, column 7" out of nlohmann's sentence; its column counts bytes.
    static QString placeOf(const QString &sentence)
    {
        const qsizetype from = sentence.indexOf(QStringLiteral("line "));
        const qsizetype until = sentence.indexOf(QLatin1Char(':'), from);
        return from < 0 || until < 0 ? QStringLiteral("an unknown line") : sentence.mid(from, until - from);
    }

    const Letters &m_letters;
    SampleFile m_file;
    SampleLine m_line;
    qint64 m_beganAt = 1; ///< the line of the sample that is being read
    std::string m_key;
    Error m_error{Error::Kind::Malformed, {}, {}, {}, {}, {}, {}};
    std::size_t m_level = 0;
    bool m_inSamples = false;
    bool m_hasSamples = false;
};

Metric<qint64> countOf(double value)
{
    return std::isnan(value) ? Metric<qint64>() : Metric<qint64>::reported(static_cast<qint64>(value));
}

Metric<Millis> ageOf(Millis age, Obtained obtained)
{
    switch (obtained) {
    case Obtained::AtMost: return Metric<Millis>::atMost(age, QStringLiteral("recorded as a bound"));
    case Obtained::AtLeast: return Metric<Millis>::atLeast(age, QStringLiteral("recorded as a bound"));
    case Obtained::Approximate: return Metric<Millis>::approximate(age);
    case Obtained::Derived: return Metric<Millis>::derived(age, QStringLiteral("as recorded"));
    case Obtained::Reported:
    case Obtained::NotReported: break;
    }
    return Metric<Millis>::reported(age);
}

} // namespace

Millis SampleFile::usualDistance() const
{
    std::vector<double> distances;
    for (std::size_t i = 1; i < samples.size() && i <= 1000; ++i) {
        if (samples[i].t > samples[i - 1].t)
            distances.push_back(samples[i].t - samples[i - 1].t);
    }
    if (distances.empty())
        return Seconds(15);
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return std::max(Millis(1), fromSeconds(*middle));
}

Result<SampleFile> readSampleFile(std::FILE *file)
{
    const auto letters = std::make_unique<Letters>(file);
    SampleReader reader(*letters);
    if (!Tokens::sax_parse(LetterIterator(letters.get()), LetterIterator(nullptr), &reader))
        return failure(reader.error());
    if (!reader.hasSamples()) {
        Error error = reader.error();
        error.what = QStringLiteral("There is no list of samples.");
        error.where = QStringLiteral("samples");
        return failure(error);
    }
    return std::move(reader.file());
}

QueueSample toQueueSample(const SampleLine &line, bool ageIncludesInFlight)
{
    QueueSample sample;
    sample.takenAt = UtcTime(fromSeconds(line.t));
    sample.depth = countOf(line.depth);
    sample.inFlight = countOf(line.inFlight);
    sample.delayed = countOf(line.delayed);
    sample.consumers = countOf(line.consumers);
    sample.retriesTotal = countOf(line.retriesTotal);
    sample.deadLetters = countOf(line.deadLetters);
    sample.ageIncludesInFlight = ageIncludesInFlight;
    if (!std::isnan(line.oldestAge))
        sample.oldestAge = ageOf(fromSeconds(line.oldestAge), line.ageIs);
    return sample;
}

} // namespace holdwatch::json
