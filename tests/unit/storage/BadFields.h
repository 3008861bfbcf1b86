// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Apart from the test, because moc loses its way in raw strings.

#include <array>

namespace holdwatch::storage::test {

inline constexpr auto goodEntry = R"("name": "orders", "provider": "rabbitmq", "url": "https://h.example")";
inline constexpr auto misspelled = R"({"connections": [{"name": "orders", "provider": "rabbitmq", "url": "https://h.example", "pol_interval": "9s"}]})";
inline constexpr auto annotated = R"({"comment": "ours", "connections": [
    {"note": "ask mira", "name": "orders", "provider": "rabbitmq", "url": "https://h.example"},
    {"name": "gone", "provider": "rabbitmq", "url": "https://h.example"}]})";

/// A field that keeps a connection from being used; it stands on line 4, from column 2 on.
struct BadField
{
    const char *name;
    const char *field;
    const char *where; ///< line:column of the value
    const char *words; ///< that the sentence holds
};

inline constexpr std::array badFields{
    BadField{"a duration that is none", R"("poll_interval": "often")", "4:19", "poll_interval must be a duration such as \"15s\" or \"8m30s\" (in \"orders\")."},
    BadField{"a duration of another type", R"("poll_interval": true)", "4:19", "poll_interval must be a duration"},
    BadField{"an interval of zero", R"("poll_interval": 0)", "4:19", "poll_interval must be at least 1s"},
    BadField{"an interval no timer can hold", R"("poll_interval": "30d")", "4:19", "poll_interval must be at most 1d"},
    BadField{"a deadline no timer can hold", R"("deadline": "30d")", "4:14", "deadline must be at most 1h"},
    BadField{"a deadline of zero", R"("deadline": "0s")", "4:14", "deadline must be at least 1s"},
    BadField{"a flag in quotes", R"("http2": "yes")", "4:11", "http2 must be true or false"},
    BadField{"a text that is a number", R"("queues": 7)", "4:12", "queues must be a text in quotes"},
    BadField{"a list of numbers", R"("hook": ["a", 7])", "4:16", "hook must be a list of texts"},
    BadField{"no object", R"("tolerance": "15m")", "4:15", "here an object"},
    BadField{"an unheard-of environment", R"("environment": "live")", "4:17", "environment must be one of practice, development, staging, production"},
    BadField{"a password in the address", R"("url": "https://u:canary@h.example")", "4:9", "url must not hold a user name or password"},
    BadField{"plain http to a network", R"("url": "http://h.example")", "4:9", "the key would cross the network in the clear"},
    BadField{"plain http to this machine", R"("url": "http://localhost:15672")", "4:9", "\"allow_plain_loopback\": true"},
    BadField{"another scheme", R"("url": "ftp://h.example")", "4:9", "url must begin with https://"},
    BadField{"no address at all", R"("url": "canary canary")", "4:9", "url"},
    BadField{"a query", R"("url": "https://h.example/?key=canary")", "4:9", "url must end before any \"?\""},
    BadField{"a password in the AMQP address", R"("amqp_url": "amqps://u:canary@h.example")", "4:14", "amqp_url must not hold a user name or password"},
    BadField{"AMQP in the clear", R"("amqp_url": "amqp://h.example")", "4:14", "amqp_url must begin with amqps://, or the key"},
    BadField{"AMQP over https", R"("amqp_url": "https://h.example")", "4:14", "amqp_url must begin with amqps://"},
    BadField{"an AMQP address with a virtual host", R"("amqp_url": "amqps://h.example/shop")", "4:14", "amqp_url must end after host and port"},
    BadField{"a key beside the address", R"("key": "canary")", "4:9", "\"key\" looks like a secret"},
    BadField{"a password", R"("Password": "canary")", "4:14", "\"Password\" looks like a secret"},
    BadField{"a token", R"("auth-token": {"x": "canary"})", "4:16", "no secret is read from a file"},
    BadField{"a key instead of its variable", R"("key_env": "ifr-canary")", "4:13", "never the key itself"},
    BadField{"a password in the proxy", R"("proxy": "http://u:canary@p.example:1")", "4:11", "proxy must not hold a user name or password"},
    BadField{"a proxy that is none", R"("proxy": "maybe")", "4:11", "proxy must be \"system\", \"none\" or an address"},
    BadField{"a webhook in the clear", R"("webhook": "http://h.example")", "4:13", "webhook must begin with https://"},
    BadField{"a hook without a program", R"("hook": [" "])", "4:10", "hook must begin with the program"},
    BadField{"a window of zero", R"("tolerance": {"hold_window": "0s"})", "4:31", "hold_window must be longer than zero"},
    BadField{"a reaction longer than the window", R"("tolerance": {"hold_window": "5m", "reaction_time": "9m"})", "4:54", "reaction_time must be shorter than hold_window"},
    BadField{"a class twice", R"("tolerance": {"work_classes": [{"name": "a", "hold_window": "1m"}, {"name": "a", "hold_window": "1m"}]})", "4:32", "work_classes has \"a\" twice"},
    BadField{"a runbook that is no link", R"("tolerance": {"runbook": "javascript:alert"})", "4:27", "runbook must be a link"},
    BadField{"the same key twice", R"("provider": "rabbitmq", "provider": "infrai")", "4:38", "\"provider\" is given twice"},
    BadField{"a name twice", R"("name": "FIRST")", "4:10", "names are unique"},
    BadField{"no name", R"("name": "")", "4:10", "each connection needs a name"},
};

} // namespace holdwatch::storage::test
