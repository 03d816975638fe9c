// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/document.h"

#include "widgets/session/text.h"

#include <QFileInfo>

#include <algorithm>

namespace clv::session {

const KernelSignature *Document::signature() const
{
    const std::string name = kernelName();
    const auto found = std::find_if(latest.kernels.begin(), latest.kernels.end(),
                                    [&](const KernelSignature &k) { return k.name == name; });
    return found == latest.kernels.end() ? nullptr : &*found;
}

std::string Document::kernelName() const
{
    const auto isChosen = [this](const KernelSignature &k) { return k.name == kernel; };
    if (std::any_of(latest.kernels.begin(), latest.kernels.end(), isChosen))
        return kernel;
    return latest.kernels.empty() ? kernel : latest.kernels.front().name;
}

std::optional<LaunchSpec> Document::launchSpec() const
{
    if (const auto own = specs.find(kernelName()); own != specs.end())
        return own->second;
    if (latest.launchSpec && (latest.kernel == kernelName() || latest.kernel.empty()))
        return latest.launchSpec;
    return std::nullopt;
}

bool Document::hasErrors() const
{
    return std::any_of(latest.diagnostics.begin(), latest.diagnostics.end(),
                       [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

std::string Document::folder() const
{
    return path.isEmpty() ? std::string() : utf8(QFileInfo(path).absolutePath());
}

} // namespace clv::session
