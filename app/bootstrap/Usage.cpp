// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Usage.h"

namespace holdwatch::bootstrap {

const char *usage()
{
    return R"(Holdwatch shows whether the work in your job queues is about to miss its hold window.

  holdwatch [--profile DIR] [--screenshot FILE [--after DURATION]]
      Opens the window. Without a configured connection it watches the built-in practice queue. Without a
      display it prints a live table and keeps a screenshot up to date.

  holdwatch status [--practice | --connection NAME] [--json] [--for DURATION] [--profile DIR]
      Polls without a window and prints how things stand. Exit code: 0 healthy, 1 watch or recovering,
      2 approaching or breached, 3 stale or error.

  holdwatch deadletters QUEUE [--connection NAME] [--where FILTER] [--groups] [--json] [--limit N]
                        [--yes [--reason TEXT]] [--export jsonl|html|pdf|csv|preserve PATH] [--profile DIR]
      Reads a dead-letter queue and prints what is in it, sensitive fields masked. Where a look changes something
      there, it says what and reads nothing unless told --yes.

  holdwatch audit verify FILE [--head HASH] [--json]
      Checks the record of redrives, or an export of it. Exit code: 0 it holds, 1 it is broken, 3 it can't be read.
  holdwatch audit export PATH [--profile DIR]
      Writes the record as JSON lines, with all that is needed to check it.
  holdwatch audit list [--plan ID] [--limit N] [--json] [--profile DIR]
      Prints the newest entries of the record, or all of one redrive.

  holdwatch redrive plan DEAD_QUEUE [--connection NAME] [--where FILTER] [--to QUEUE] [--kind selected|bounded|whole-queue]
                    --reference TEXT --reason TEXT --diagnosis "class=*; cause=…; fix=…; consumer=…; seen|asserted"
                    [--max N] [--rate N] [--workers N --per-worker N --arrivals N --retries N --reserve N] [--steps 1,2,5]
                    [--yes] [--dry-run] [--out FILE]
  holdwatch redrive list | show PLAN | open FILE | export PLAN --out FILE | adopt FILE …
  holdwatch redrive approve PLAN --phrase TEXT [--compare] | refuse | withdraw | review PLAN --reason TEXT
  holdwatch redrive run PLAN --unlock | close PLAN | reconcile PLAN [--item N --moved|--not-moved | --moved-count N] [--note TEXT]
  holdwatch redrive report PLAN --format html|pdf|json --out FILE
      Plans, approves, runs and reports redrives with the gates of the window, which must not have the profile
      open. Of run: 0 finished, 1 it stopped and can be continued, 2 outcomes are unknown.

  holdwatch practice [--port N] [--data DIR] [--scenario NAME] [--speed X] [--dialect a|b|c] [--json]
      Serves the practice queue alone and prints its URL, key and certificate file.

  holdwatch replay FILE [--hold-window 15m] [--reaction 8m] [--look-ahead 30m]
      Judges recorded samples; prints the first verdict and each change as a line of JSON.

  holdwatch operator create NAME | show | export PATH | pin KEYFILE | roster take PATH [--profile DIR]
      Who signs redrives here: makes an identity (its secret key goes into the keychain), shows it and the roster, writes
      the public half for the maintainer, pins the maintainer's public key, takes a roster that they signed.

  holdwatch roster key KEYFILE
  holdwatch roster sign --key KEYFILE --number N --out PATH [--expires DURATION] [--ask-only NAME]... IDENTITY...
      For the maintainer: makes their key pair (keep KEYFILE offline, hand out KEYFILE.pub), and signs a roster of
      those whose public identities are given. --ask-only: may ask for a redrive, but not approve one.

  holdwatch diagnostics [--no-hosts] [--no-log] [--profile DIR]
      Prints versions, settings, connections and the recent log for whoever helps you. No key, no message.

  holdwatch --help | --version

  --log LEVELS   with any command, or as HOLDWATCH_LOG: debug, info, warning or error, for all or for some
                 categories, as in net=debug,history=warning

  A command that is not understood or can't do its work ends with 3.

  DURATION   90s, 15m, 8m30s, 1h, 2d, or a bare number of seconds
  DIR        where all state is kept, instead of $XDG_DATA_HOME/holdwatch

Connections stand in connections.json of the profile folder. Keys never do: a connection names the
environment variable that holds its key.
)";
}

} // namespace holdwatch::bootstrap
