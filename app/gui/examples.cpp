// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/examples.h"

#include "core/support/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace clv::gui {

namespace {

constexpr const char *kFirstExample = "spmv_csr_scalar";

constexpr const char *kElementwise =
    R"(kernel void scale(global const float *in, global float *out, float factor, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = factor * in[i];
}
)";

constexpr const char *kImageLike = R"(kernel void blur(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += in[(y + dy) * width + x + dx];
    out[y * width + x] = sum / 9.0f;
}
)";

constexpr const char *kReduction =
    R"(kernel void sum_groups(global const float *in, global float *sums, local float *part, int n)
{
    int i = get_global_id(0);
    int lane = get_local_id(0);
    part[lane] = i < n ? in[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (lane < step)
            part[lane] += part[lane + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        sums[get_group_id(0)] = part[0];
}
)";

} // namespace

std::vector<Example> exampleKernels()
{
    std::vector<Example> examples;
    const auto folder = paths::resourceDir("kernels");
    if (folder.empty())
        return examples;
    const QDir dir(QString::fromStdString(folder.string()));
    for (const QFileInfo &file : dir.entryInfoList({QStringLiteral("*.cl")}, QDir::Files, QDir::Name))
        examples.push_back({file.completeBaseName(), file.absoluteFilePath()});
    return examples;
}

QString firstExample()
{
    QString first;
    for (const Example &example : exampleKernels()) {
        if (example.title == QLatin1String(kFirstExample))
            return example.path;
        if (first.isEmpty())
            first = example.path;
    }
    return first;
}

std::vector<Template> kernelTemplates()
{
    return {{QCoreApplication::translate("Templates", "Element by element"), QByteArray(kElementwise)},
            {QCoreApplication::translate("Templates", "Two-dimensional neighbourhood"), QByteArray(kImageLike)},
            {QCoreApplication::translate("Templates", "Reduction in work-groups"), QByteArray(kReduction)},
            {QCoreApplication::translate("Templates", "Empty file"), QByteArray()}};
}

} // namespace clv::gui
