# How every library, program and test of the house is made: same language level, same warnings,
# includes written from the top ("models/core/Error.h").

option(HOLDWATCH_WERROR "Treat warnings as errors" OFF)
option(HOLDWATCH_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_AUTOMOC ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_program(HOLDWATCH_CCACHE ccache)
if(HOLDWATCH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${HOLDWATCH_CCACHE}")
endif()

option(HOLDWATCH_PCH "Precompile the Qt Core and standard headers that nearly every file reads" ON)

set(_holdwatch_precompiled
    <QByteArray> <QDateTime> <QHash> <QMap> <QMetaType> <QObject> <QPointer> <QString> <QStringList> <QTimer> <QUrl> <QVariant> <QVector>
    <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <utility> <variant> <vector>
    <tl/expected.hpp>)

# Called once Qt is found; from then on every target takes its precompiled headers from here.
function(holdwatch_precompile)
    if(NOT HOLDWATCH_PCH)
        return()
    endif()
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/precompiled.cpp" CONTENT "")
    add_library(holdwatch_precompiled STATIC "${CMAKE_BINARY_DIR}/precompiled.cpp")
    set_target_properties(holdwatch_precompiled PROPERTIES AUTOMOC OFF)
    target_precompile_headers(holdwatch_precompiled PRIVATE ${_holdwatch_precompiled})
    _holdwatch_common(holdwatch_precompiled)
    target_link_libraries(holdwatch_precompiled PRIVATE Qt6::Core tl::expected)
endfunction()

function(_holdwatch_common target)
    get_target_property(own_precompiled ${target} PRECOMPILE_HEADERS)
    if(TARGET holdwatch_precompiled AND NOT own_precompiled)
        target_precompile_headers(${target} REUSE_FROM holdwatch_precompiled)
    endif()
    target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}")
    target_compile_definitions(${target} PRIVATE
        QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_URL_CAST_FROM_STRING
        QT_STRICT_ITERATORS
        HOLDWATCH_VERSION="${PROJECT_VERSION}")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow=local -Wnon-virtual-dtor -Woverloaded-virtual)
    if(HOLDWATCH_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(HOLDWATCH_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=address,undefined)
    endif()
endfunction()

# holdwatch_library(NAME SOURCES … [PUBLIC libs…] [PRIVATE libs…] [PRECOMPILE headers…])
# PRECOMPILE: a library large enough for precompiled headers of its own names what comes on top of the common ones.
function(holdwatch_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE;PRECOMPILE" ${ARGN})
    add_library(${name} STATIC)
    target_sources(${name} PRIVATE ${arg_SOURCES})
    if(HOLDWATCH_PCH AND arg_PRECOMPILE)
        target_precompile_headers(${name} PRIVATE ${_holdwatch_precompiled} ${arg_PRECOMPILE})
    endif()
    _holdwatch_common(${name})
    target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
endfunction()

# holdwatch_test(NAME SOURCES … LINK libs… [LABELS …] [TIMEOUT seconds] [ENVIRONMENT …] [GUI])
# One QtTest program; GUI runs it with the offscreen platform.
function(holdwatch_test name)
    cmake_parse_arguments(arg "GUI" "TIMEOUT" "SOURCES;LINK;LABELS;ENVIRONMENT" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    _holdwatch_common(${name})
    target_link_libraries(${name} PRIVATE Qt6::Test ${arg_LINK})
    add_test(NAME ${name} COMMAND ${name})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    set(environment ${arg_ENVIRONMENT})
    if(arg_GUI)
        list(APPEND environment "QT_QPA_PLATFORM=offscreen")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" ENVIRONMENT "${environment}")
endfunction()
