# holdwatch_add_subfolders() : every folder below this one that has a CMakeLists.txt, in order of name,
# `support` first because the others link it.
function(holdwatch_add_subfolders)
    file(GLOB lists CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "*/CMakeLists.txt")
    list(TRANSFORM lists REPLACE "/CMakeLists.txt$" "")
    list(SORT lists)
    if("support" IN_LIST lists)
        list(REMOVE_ITEM lists support)
        list(PREPEND lists support)
    endif()
    foreach(folder ${lists})
        add_subdirectory(${folder})
    endforeach()
endfunction()
