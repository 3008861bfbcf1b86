// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Hardening.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace holdwatch::bootstrap {

void hardenProcess()
{
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__ // the leak check attaches to the process like a debugger
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
    umask(S_IRWXG | S_IRWXO);
}

} // namespace holdwatch::bootstrap
