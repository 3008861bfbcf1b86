# What `cmake --install` lays down, and the .deb that `cpack` makes of it.
include(GNUInstallDirs)

set(application_id "io.github.holdwatch.Holdwatch")
install(TARGETS holdwatch RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES packaging/deb/${application_id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/deb/${application_id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES resources/icons/holdwatch.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
        RENAME ${application_id}.svg)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/holdwatch)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME holdwatch)
set(CPACK_PACKAGE_VENDOR "The Holdwatch authors")
set(CPACK_PACKAGE_CONTACT "The Holdwatch authors <holdwatch@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "dashboard that judges job queues against their hold windows")
set(CPACK_PACKAGE_DESCRIPTION "Holdwatch polls job queues (Infrai, RabbitMQ), draws the age of their oldest
message against the time work may wait, and warns while there is still time to react.
A built-in practice queue shows all of it without any server.")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Plugins, and the library QtKeychain speaks through, are loaded at run time, so no scanner sees them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6, libsecret-1-0, qt6-qpa-plugins")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnome-keyring | kwalletmanager, ca-certificates, fonts-dejavu-core")
include(CPack)
