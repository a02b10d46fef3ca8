# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kokkos and Kokkos Kernels as source: from a Python source distribution that ships both, matched, pinned by its hash, kept in
# TESSERA_DEPS_DIR for all builds and patched there for CUDA 13.

set(tessera_kokkos_4.5.1_name pycompadre)
set(tessera_kokkos_4.5.1_release 1.7.6)
set(tessera_kokkos_4.5.1_hash c766ec4d445ce076069be4b8c51a23ffac4ee79ea949ca86446bfd8c299b154c)
set(tessera_kokkos_4.5.1_prefix "")
set(tessera_kokkos_4.7.0_name pygenten)
set(tessera_kokkos_4.7.0_release 0.1.5)
set(tessera_kokkos_4.7.0_hash e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7)
set(tessera_kokkos_4.7.0_prefix "tpls/")

set(tessera_patches "${CMAKE_CURRENT_LIST_DIR}/patches")

# Sets `result` to the folder that holds kokkos/ and kokkos-kernels/ of this version.
function(tessera_kokkos_source version result)
  set(name "${tessera_kokkos_${version}_name}")
  if(NOT name)
    message(FATAL_ERROR "Tessera: TESSERA_KOKKOS_SOURCE=${version} is not known; 4.5.1 and 4.7.0 are.")
  endif()
  set(archive "${TESSERA_DEPS_DIR}/${name}-${tessera_kokkos_${version}_release}.tar.gz")
  set(patch "${tessera_patches}/kokkos-${version}-cuda13.patch")
  file(SHA256 "${patch}" patched)
  string(SUBSTRING "${patched}" 0 8 patched)
  set(folder "${TESSERA_DEPS_DIR}/kokkos-${version}-${patched}")

  file(MAKE_DIRECTORY "${TESSERA_DEPS_DIR}")
  file(LOCK "${TESSERA_DEPS_DIR}/.lock" GUARD FUNCTION TIMEOUT 600)
  if(NOT EXISTS "${folder}")
    tessera_download(${version} "${archive}")
    message(STATUS "Tessera: unpacking Kokkos ${version} into ${TESSERA_DEPS_DIR}")
    set(fresh "${folder}.part")
    file(REMOVE_RECURSE "${fresh}")
    set(inside "${name}-${tessera_kokkos_${version}_release}/${tessera_kokkos_${version}_prefix}")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${fresh}"
      PATTERNS "${inside}kokkos/*" "${inside}kokkos-kernels/*")
    tessera_apply_patch("${patch}" "${fresh}/${inside}kokkos")
    file(RENAME "${fresh}/${inside}" "${folder}")
    file(REMOVE_RECURSE "${fresh}")
  endif()
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# Puts the archive in place unless it is there, whole.
function(tessera_download version archive)
  set(hash ${tessera_kokkos_${version}_hash})
  if(EXISTS "${archive}")
    file(SHA256 "${archive}" found)
    if(found STREQUAL hash)
      return()
    endif()
    message(STATUS "Tessera: ${archive} is damaged")
  endif()
  set(wanted "${tessera_kokkos_${version}_name}==${tessera_kokkos_${version}_release}")
  set(remedies "  - install Kokkos 4.5 or later and point Kokkos_ROOT to it, or\n"
    "  - put the archive there yourself: python3 -m pip download --no-deps --no-binary :all: -d ${TESSERA_DEPS_DIR} ${wanted}")
  string(CONCAT remedies ${remedies})
  if(NOT TESSERA_FETCH)
    message(FATAL_ERROR "Tessera: no Kokkos is installed, TESSERA_FETCH is OFF, and ${archive} is not there.\n${remedies}")
  endif()
  find_program(TESSERA_PYTHON NAMES python3 python DOC "A Python with pip, to download with")
  if(TESSERA_PYTHON)
    execute_process(COMMAND "${TESSERA_PYTHON}" -m pip --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT TESSERA_PYTHON OR failed)
    message(FATAL_ERROR "Tessera: no Kokkos is installed, and its source is downloaded with Python's pip, which is not here "
      "(Debian: apt-get install python3-pip).\n${remedies}")
  endif()
  message(STATUS "Tessera: downloading the source of Kokkos ${version} (${wanted}, about 10 s)")
  set(fresh "${TESSERA_DEPS_DIR}/download")
  file(REMOVE_RECURSE "${fresh}")
  # With the hash in a file of requirements, pip looks at the hash before it looks at anything else in the archive.
  file(WRITE "${fresh}/requirements.txt" "${wanted} --hash=sha256:${hash}\n")
  execute_process(
    COMMAND "${TESSERA_PYTHON}" -m pip download --quiet --disable-pip-version-check --no-deps
      --no-binary ${tessera_kokkos_${version}_name} --dest "${fresh}" --requirement "${fresh}/requirements.txt"
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  get_filename_component(file "${archive}" NAME)
  if(failed OR NOT EXISTS "${fresh}/${file}")
    message(FATAL_ERROR "Tessera: the source of Kokkos ${version} could not be downloaded; without a network:\n${remedies}\n"
      "pip said:\n${said}")
  endif()
  file(SHA256 "${fresh}/${file}" found)
  if(NOT found STREQUAL hash)
    message(FATAL_ERROR "Tessera: the downloaded ${file} has the SHA-256 ${found}, not ${hash}: it is not used.")
  endif()
  file(RENAME "${fresh}/${file}" "${archive}")
  file(REMOVE_RECURSE "${fresh}")
endfunction()

function(tessera_apply_patch patch folder)
  find_program(TESSERA_PATCH NAMES patch DOC "The patch program")
  find_program(TESSERA_GIT NAMES git DOC "The git program")
  if(TESSERA_PATCH)
    set(command "${TESSERA_PATCH}" -p1 --forward --input "${patch}")
  elseif(TESSERA_GIT)
    get_filename_component(above "${folder}" DIRECTORY)
    set(command "${CMAKE_COMMAND}" -E env "GIT_CEILING_DIRECTORIES=${above}" "${TESSERA_GIT}" apply "${patch}")
  else()
    message(FATAL_ERROR "Tessera: neither `patch` nor `git` is here, and the source of Kokkos needs a patch.")
  endif()
  execute_process(COMMAND ${command} WORKING_DIRECTORY "${folder}" RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "Tessera: ${patch} does not apply:\n${said}")
  endif()
endfunction()
