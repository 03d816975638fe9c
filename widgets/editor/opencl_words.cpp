// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/opencl_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clv::editor {

namespace words {

const QByteArray &keywords()
{
    static const QByteArray kWords = "break case continue default do else enum for goto if return sizeof struct switch "
                                     "typedef union while";
    return kWords;
}

const QByteArray &qualifiers()
{
    static const QByteArray kWords =
        "__kernel kernel __global global __local local __constant constant __private private __generic generic "
        "__read_only read_only __write_only write_only __read_write read_write const volatile restrict __restrict "
        "static extern inline __inline register auto uniform pipe __attribute__ __aligned__ aligned packed "
        "reqd_work_group_size work_group_size_hint vec_type_hint opencl_unroll_hint endian always_inline noinline "
        "intel_reqd_sub_group_size";
    return kWords;
}

const QByteArray &types()
{
    static const QByteArray kWords = [] {
        QByteArray all = "void bool size_t ptrdiff_t intptr_t uintptr_t signed unsigned half "
                         "image1d_t image1d_array_t image1d_buffer_t image2d_t image2d_array_t image2d_depth_t "
                         "image2d_array_depth_t image3d_t sampler_t event_t queue_t clk_event_t reserve_id_t ndrange_t "
                         "cl_mem_fence_flags memory_order memory_scope atomic_int atomic_uint atomic_long atomic_ulong "
                         "atomic_float atomic_double atomic_flag atomic_intptr_t atomic_uintptr_t atomic_size_t "
                         "atomic_ptrdiff_t";
        for (const char *base :
             {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"}) {
            all += ' ';
            all += base;
            for (const char *lanes : {"2", "3", "4", "8", "16"}) {
                all += ' ';
                all += base;
                all += lanes;
            }
        }
        return all;
    }();
    return kWords;
}

const QByteArray &constants()
{
    static const QByteArray kWords =
        "CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE CLK_IMAGE_MEM_FENCE CLK_NORMALIZED_COORDS_TRUE "
        "CLK_NORMALIZED_COORDS_FALSE CLK_ADDRESS_NONE CLK_ADDRESS_CLAMP CLK_ADDRESS_CLAMP_TO_EDGE CLK_ADDRESS_REPEAT "
        "CLK_ADDRESS_MIRRORED_REPEAT CLK_FILTER_NEAREST CLK_FILTER_LINEAR CLK_A CLK_R CLK_RG CLK_RA CLK_RGB CLK_RGBA "
        "CLK_ARGB CLK_BGRA CLK_INTENSITY CLK_LUMINANCE CLK_DEPTH CLK_FLOAT CLK_HALF_FLOAT CLK_SIGNED_INT8 "
        "CLK_SIGNED_INT16 CLK_SIGNED_INT32 CLK_UNSIGNED_INT8 CLK_UNSIGNED_INT16 CLK_UNSIGNED_INT32 CLK_SNORM_INT8 "
        "CLK_SNORM_INT16 CLK_UNORM_INT8 CLK_UNORM_INT16 CLK_NULL_EVENT CLK_NULL_QUEUE CLK_NULL_RESERVE_ID "
        "memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst "
        "memory_scope_work_item memory_scope_work_group memory_scope_device memory_scope_all_svm_devices "
        "memory_scope_all_devices memory_scope_sub_group ATOMIC_VAR_INIT ATOMIC_FLAG_INIT "
        "MAXFLOAT HUGE_VALF HUGE_VAL INFINITY NAN NULL true false "
        "M_E_F M_LOG2E_F M_LOG10E_F M_LN2_F M_LN10_F M_PI_F M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F M_2_SQRTPI_F M_SQRT2_F "
        "M_SQRT1_2_F M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 "
        "FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX FLT_MIN "
        "FLT_EPSILON DBL_DIG DBL_MANT_DIG DBL_MAX_10_EXP DBL_MAX_EXP DBL_MIN_10_EXP DBL_MIN_EXP DBL_MAX DBL_MIN "
        "DBL_EPSILON HALF_MAX HALF_MIN HALF_EPSILON CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LONG_MAX LONG_MIN "
        "SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX USHRT_MAX UINT_MAX ULONG_MAX "
        "__OPENCL_VERSION__ __OPENCL_C_VERSION__ __ENDIAN_LITTLE__ __IMAGE_SUPPORT__ __FAST_RELAXED_MATH__ __FILE__ "
        "__LINE__";
    return kWords;
}

} // namespace words

namespace {

/// Functions of one shape; `$` stands for the name.
struct Group {
    std::string_view names, signature;
};

constexpr Group kGroups[] = {
    {"get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups get_global_offset "
     "get_enqueued_local_size",
     "size_t $(uint dimension)"},
    {"get_work_dim", "uint $(void)"},
    {"get_global_linear_id get_local_linear_id", "size_t $(void)"},
    {"get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups get_sub_group_id "
     "get_sub_group_local_id",
     "uint $(void)"},
    {"acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2 exp10 expm1 "
     "fabs "
     "floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc",
     "gentype $(gentype x)"},
    {"half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip half_rsqrt half_sin half_sqrt "
     "half_tan native_cos native_exp native_exp2 native_exp10 native_log native_log2 native_log10 native_recip "
     "native_rsqrt native_sin native_sqrt native_tan",
     "gentypef $(gentypef x)"},
    {"half_divide half_powr native_divide native_powr", "gentypef $(gentypef x, gentypef y)"},
    {"atan2 atan2pi copysign fdim fmod hypot maxmag minmag nextafter pow powr remainder",
     "gentype $(gentype x, gentype y)"},
    {"fmax fmin", "gentype $(gentype x, gentype y)"},
    {"fma mad", "gentype $(gentype a, gentype b, gentype c)"},
    {"fract modf", "gentype $(gentype x, gentype *part)"},
    {"sincos", "gentype $(gentype x, gentype *cosine)"},
    {"frexp", "gentype $(gentype x, int *exponent)"},
    {"lgamma_r", "gentype $(gentype x, int *sign)"},
    {"ldexp pown rootn", "gentype $(gentype x, int n)"},
    {"ilogb", "int $(gentype x)"},
    {"nan", "gentype $(uint code)"},
    {"remquo", "gentype $(gentype x, gentype y, int *quotient)"},
    {"abs", "ugentypei $(gentypei x)"},
    {"abs_diff", "ugentypei $(gentypei x, gentypei y)"},
    {"add_sat sub_sat hadd rhadd mul_hi rotate", "gentypei $(gentypei x, gentypei y)"},
    {"max min", "gentype $(gentype x, gentype y)"},
    {"clamp", "gentype $(gentype x, gentype low, gentype high)"},
    {"clz ctz popcount", "gentypei $(gentypei x)"},
    {"mad_hi mad_sat", "gentypei $(gentypei a, gentypei b, gentypei c)"},
    {"mul24", "int $(int x, int y)"},
    {"mad24", "int $(int a, int b, int c)"},
    {"upsample", "gentypei $(gentypei high, ugentypei low)"},
    {"degrees radians sign", "gentype $(gentype x)"},
    {"mix", "gentype $(gentype x, gentype y, gentype a)"},
    {"step", "gentype $(gentype edge, gentype x)"},
    {"smoothstep", "gentype $(gentype edge0, gentype edge1, gentype x)"},
    {"cross", "float4 $(float4 a, float4 b)"},
    {"dot distance fast_distance", "float $(gentypef a, gentypef b)"},
    {"length fast_length", "float $(gentypef v)"},
    {"normalize fast_normalize", "gentypef $(gentypef v)"},
    {"isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered",
     "int $(gentype x, gentype y)"},
    {"isfinite isinf isnan isnormal signbit", "int $(gentype x)"},
    {"any all", "int $(gentypei x)"},
    {"bitselect", "gentype $(gentype a, gentype b, gentype mask)"},
    {"select", "gentype $(gentype a, gentype b, gentypei condition)"},
    {"vload2 vload3 vload4 vload8 vload16", "gentypen $(size_t offset, const gentype *p)"},
    {"vstore2 vstore3 vstore4 vstore8 vstore16", "void $(gentypen data, size_t offset, gentype *p)"},
    {"vload_half", "float $(size_t offset, const half *p)"},
    {"vload_half2 vload_half3 vload_half4 vload_half8 vload_half16 vloada_half2 vloada_half3 vloada_half4 vloada_half8 "
     "vloada_half16",
     "floatn $(size_t offset, const half *p)"},
    {"vstore_half vstore_half_rte vstore_half_rtz vstore_half_rtp vstore_half_rtn",
     "void $(float data, size_t offset, half *p)"},
    {"vstore_half2 vstore_half3 vstore_half4 vstore_half8 vstore_half16 vstorea_half2 vstorea_half3 vstorea_half4 "
     "vstorea_half8 vstorea_half16",
     "void $(floatn data, size_t offset, half *p)"},
    {"barrier work_group_barrier", "void $(cl_mem_fence_flags flags)"},
    {"sub_group_barrier mem_fence read_mem_fence write_mem_fence", "void $(cl_mem_fence_flags flags)"},
    {"atomic_work_item_fence", "void $(cl_mem_fence_flags flags, memory_order order, memory_scope scope)"},
    {"async_work_group_copy", "event_t $(local gentype *to, const global gentype *from, size_t count, event_t event)"},
    {"async_work_group_strided_copy",
     "event_t $(local gentype *to, const global gentype *from, size_t count, size_t stride, event_t event)"},
    {"wait_group_events", "void $(int count, event_t *events)"},
    {"prefetch", "void $(const global gentype *p, size_t count)"},
    {"atomic_add atomic_sub atomic_xchg atomic_min atomic_max atomic_and atomic_or atomic_xor atom_add atom_sub "
     "atom_xchg "
     "atom_min atom_max atom_and atom_or atom_xor",
     "int $(volatile global int *p, int value)"},
    {"atomic_inc atomic_dec atom_inc atom_dec", "int $(volatile global int *p)"},
    {"atomic_cmpxchg atom_cmpxchg", "int $(volatile global int *p, int expected, int desired)"},
    {"atomic_init", "void $(volatile A *object, C value)"},
    {"atomic_store", "void $(volatile A *object, C desired)"},
    {"atomic_store_explicit", "void $(volatile A *object, C desired, memory_order order)"},
    {"atomic_load", "C $(volatile A *object)"},
    {"atomic_load_explicit", "C $(volatile A *object, memory_order order)"},
    {"atomic_exchange", "C $(volatile A *object, C desired)"},
    {"atomic_fetch_add atomic_fetch_sub atomic_fetch_or atomic_fetch_xor atomic_fetch_and atomic_fetch_min "
     "atomic_fetch_max",
     "C $(volatile A *object, M operand)"},
    {"atomic_fetch_add_explicit atomic_fetch_sub_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit "
     "atomic_fetch_and_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit atomic_exchange_explicit",
     "C $(volatile A *object, M operand, memory_order order)"},
    {"atomic_compare_exchange_strong atomic_compare_exchange_weak",
     "bool $(volatile A *object, C *expected, C desired)"},
    {"atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak_explicit",
     "bool $(volatile A *object, C *expected, C desired, memory_order success, memory_order failure)"},
    {"atomic_flag_test_and_set", "bool $(volatile atomic_flag *object)"},
    {"atomic_flag_clear", "void $(volatile atomic_flag *object)"},
    {"vec_step", "int $(gentype a)"},
    {"shuffle", "gentypen $(gentypem x, ugentypen mask)"},
    {"shuffle2", "gentypen $(gentypem x, gentypem y, ugentypen mask)"},
    {"printf", "int $(constant char *format, ...)"},
    {"read_imagef", "float4 $(image2d_t image, sampler_t sampler, float2 coord)"},
    {"read_imagei", "int4 $(image2d_t image, sampler_t sampler, int2 coord)"},
    {"read_imageui", "uint4 $(image2d_t image, sampler_t sampler, int2 coord)"},
    {"write_imagef", "void $(image2d_t image, int2 coord, float4 color)"},
    {"write_imagei", "void $(image2d_t image, int2 coord, int4 color)"},
    {"write_imageui", "void $(image2d_t image, int2 coord, uint4 color)"},
    {"get_image_width get_image_height get_image_depth get_image_channel_data_type get_image_channel_order",
     "int $(image2d_t image)"},
    {"get_image_dim", "int2 $(image2d_t image)"},
    {"get_image_array_size", "size_t $(image2d_array_t image)"},
    {"work_group_all work_group_any sub_group_all sub_group_any", "int $(int predicate)"},
    {"work_group_broadcast", "gentype $(gentype a, size_t local_id)"},
    {"sub_group_broadcast", "gentype $(gentype a, uint lane)"},
    {"work_group_reduce_add work_group_reduce_min work_group_reduce_max work_group_scan_exclusive_add "
     "work_group_scan_exclusive_min work_group_scan_exclusive_max work_group_scan_inclusive_add "
     "work_group_scan_inclusive_min work_group_scan_inclusive_max sub_group_reduce_add sub_group_reduce_min "
     "sub_group_reduce_max sub_group_scan_exclusive_add sub_group_scan_exclusive_min sub_group_scan_exclusive_max "
     "sub_group_scan_inclusive_add sub_group_scan_inclusive_min sub_group_scan_inclusive_max",
     "gentype $(gentype x)"},
    {"sub_group_shuffle sub_group_shuffle_xor sub_group_shuffle_up sub_group_shuffle_down",
     "gentype $(gentype value, uint lane)"},
};

void addConversions(std::vector<Builtin> &all)
{
    using namespace Qt::StringLiterals;
    for (const QString &base : {u"char"_s, u"uchar"_s, u"short"_s, u"ushort"_s, u"int"_s, u"uint"_s, u"long"_s,
                                u"ulong"_s, u"float"_s, u"double"_s, u"half"_s}) {
        for (const QString &lanes : {QString(), u"2"_s, u"3"_s, u"4"_s, u"8"_s, u"16"_s}) {
            const QString type = base + lanes;
            all.push_back({u"as_"_s + type, type + u" as_"_s + type + u"(gentype bits)"_s});
            for (const QString &mode :
                 {QString(), u"_sat"_s, u"_rte"_s, u"_rtz"_s, u"_rtp"_s, u"_rtn"_s, u"_sat_rte"_s})
                all.push_back({u"convert_"_s + type + mode, type + u" convert_"_s + type + mode + u"(gentype x)"_s});
        }
    }
}

} // namespace

const std::vector<Builtin> &builtins()
{
    static const std::vector<Builtin> kAll = [] {
        std::vector<Builtin> all;
        for (const Group &group : kGroups) {
            const auto names = QString::fromLatin1(group.names.data(), static_cast<qsizetype>(group.names.size()));
            const auto shape =
                QString::fromLatin1(group.signature.data(), static_cast<qsizetype>(group.signature.size()));
            for (const QString &name : names.split(u' ', Qt::SkipEmptyParts)) {
                QString signature = shape;
                all.push_back({name, signature.replace(u'$', name)});
            }
        }
        addConversions(all);
        std::ranges::sort(all, {}, &Builtin::name);
        return all;
    }();
    return kAll;
}

QString builtinSignature(const QString &name)
{
    const auto it = std::ranges::lower_bound(builtins(), name, {}, &Builtin::name);
    return it != builtins().end() && it->name == name ? it->signature : QString();
}

} // namespace clv::editor
