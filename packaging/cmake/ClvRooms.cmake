# SPDX-License-Identifier: GPL-3.0-or-later
# One folder = one target. Third-party dependencies are PRIVATE to the room that needs them.

add_library(clv_flags INTERFACE)
target_compile_options(clv_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Wno-restrict # GCC 12 warns wrongly about std::string operator+ (GCC bug 105651)
    $<$<BOOL:${CLV_WERROR}>:-Werror>)
target_include_directories(clv_flags INTERFACE ${CMAKE_SOURCE_DIR})

# clv_add_room(<name> SOURCES <files> [ROOMS <rooms>] [PRIVATE <libraries>])
# Target clv_<name>; ROOMS are other rooms without the prefix (their headers may be included).
function(clv_add_room name)
    cmake_parse_arguments(ROOM "" "" "SOURCES;ROOMS;PRIVATE" ${ARGN})
    list(TRANSFORM ROOM_ROOMS PREPEND clv_)
    if(ROOM_SOURCES)
        add_library(clv_${name} STATIC ${ROOM_SOURCES})
        target_link_libraries(clv_${name} PUBLIC ${ROOM_ROOMS} PRIVATE clv_flags ${ROOM_PRIVATE})
        target_include_directories(clv_${name} PUBLIC ${CMAKE_SOURCE_DIR})
    else()
        add_library(clv_${name} INTERFACE)
        target_link_libraries(clv_${name} INTERFACE ${ROOM_ROOMS})
        target_include_directories(clv_${name} INTERFACE ${CMAKE_SOURCE_DIR})
    endif()
endfunction()

# clv_add_test(<name> SOURCES <files> [LINK <targets>] [LABELS <labels>] [SERIAL])
# A GoogleTest program; CTest sees every case. Label `fast` unless told otherwise. SERIAL: it watches clocks, so nothing
# else runs beside it.
function(clv_add_test name)
    cmake_parse_arguments(TEST "SERIAL" "TIMEOUT" "SOURCES;LINK;LABELS;ENVIRONMENT" ${ARGN})
    if(NOT TEST_LABELS)
        set(TEST_LABELS fast)
    endif()
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 60)
    endif()
    if(TEST_SERIAL)
        set(serial RUN_SERIAL TRUE)
    endif()
    add_executable(${name} ${TEST_SOURCES})
    target_link_libraries(${name} PRIVATE clv_flags ${TEST_LINK} GTest::gmock GTest::gtest_main)
    # The rooms under test are optimised; the tests themselves need to build fast.
    target_compile_options(${name} PRIVATE -O0)
    target_compile_definitions(${name} PRIVATE CLV_SOURCE_DIR="${CMAKE_SOURCE_DIR}" CLV_BINARY_DIR="${CMAKE_BINARY_DIR}")
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
        PROPERTIES ${serial} LABELS "${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT} ENVIRONMENT "${TEST_ENVIRONMENT}")
endfunction()
