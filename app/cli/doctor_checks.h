// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

/// What `clv doctor` looks at. Each check answers with facts; a warning names the remedy.
namespace clv::cli {

enum class Health { Unknown = 0, Good, Note, Warning };

struct Check {
    std::string area;  ///< "OpenCL", "LibTorch", ...
    std::string name;  ///< "BLAS speed"
    std::string value; ///< "158 GFLOP/s on one thread"
    Health health = Health::Unknown;
    std::string remedy; ///< for a warning: what to do
};

using AddCheck = std::function<void(Check)>;

void checkProgram(const AddCheck &add);   ///< clv itself, the compiler it was built with, fmt, CLI11, nlohmann::json
void checkEngine(const AddCheck &add);    ///< Clang and LLVM, and a small kernel through all stages
void checkWindow(const AddCheck &add);    ///< Qt, QScintilla through the window's --version; fonts
void checkOpenCl(const AddCheck &add);    ///< loader, drivers, environment, devices and their rates
void checkTorch(const AddCheck &add);     ///< LibTorch, BLAS in use and the three traps of Debian's build
void checkResources(const AddCheck &add); ///< shipped files, writable folders, load of the machine

} // namespace clv::cli
