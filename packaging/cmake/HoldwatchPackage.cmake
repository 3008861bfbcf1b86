# `cpack` in a release build makes the .deb.
include(GNUInstallDirs)
