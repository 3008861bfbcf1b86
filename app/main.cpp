// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/CommandLine.h"

int main(int argc, char **argv)
{
    return holdwatch::bootstrap::run(argc, argv);
}
