// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The element types of PyTorch tensors ({@code c10/core/ScalarType.h}) with the size that a tensor stores per element,
 * under all the names used by PyTorch, its profiler, NCCL and C++. A sub-byte type counts the whole byte that PyTorch
 * stores per element ({@link #FLOAT4_E2M1FN_X2} holds two values in it); {@code quint4x2} and {@code quint2x4} are
 * missing because their elements are smaller than a byte.
 */
public enum DType {
    /** IEEE double precision. */
    FLOAT64(8, "float64", "double", "f64", "nccldouble", "ncclfloat64"),
    /** IEEE single precision. */
    FLOAT32(4, "float32", "float", "f32", "ncclfloat", "ncclfloat32"),
    /** IEEE half precision. */
    FLOAT16(2, "float16", "half", "f16", "fp16", "__half", "ncclhalf", "ncclfloat16"),
    /** Brain floating point. */
    BFLOAT16(2, "bfloat16", "bf16", "__nv_bfloat16", "hip_bfloat16", "__hip_bfloat16", "ncclbfloat16"),
    /** 8 bits, 4 of exponent, finite. */
    FLOAT8_E4M3FN(1, "float8_e4m3fn", "f8e4m3", "fp8_e4m3", "ncclfloat8e4m3", "__nv_fp8_e4m3"),
    /** 8 bits, 5 of exponent. */
    FLOAT8_E5M2(1, "float8_e5m2", "f8e5m2", "fp8_e5m2", "ncclfloat8e5m2", "__nv_fp8_e5m2"),
    /** 8 bits, 4 of exponent, one zero: AMD's. */
    FLOAT8_E4M3FNUZ(1, "float8_e4m3fnuz", "__hip_fp8_e4m3_fnuz"),
    /** 8 bits, 5 of exponent, one zero: AMD's. */
    FLOAT8_E5M2FNUZ(1, "float8_e5m2fnuz", "__hip_fp8_e5m2_fnuz"),
    /** The scales of MX formats: 8 bits of exponent. */
    FLOAT8_E8M0FNU(1, "float8_e8m0fnu"),
    /** Two values of 4 bits per byte. */
    FLOAT4_E2M1FN_X2(1, "float4_e2m1fn_x2"),
    /** Two half precision numbers. */
    COMPLEX32(4, "complex32", "complexhalf", "complex<half>", "complex<c10::half>"),
    /** Two single precision numbers. */
    COMPLEX64(8, "complex64", "complexfloat", "complex<float>"),
    /** Two double precision numbers. */
    COMPLEX128(16, "complex128", "complexdouble", "complex<double>"),
    /** Truth values. */
    BOOL(1, "bool"),
    /** Signed, 8 bits. */
    INT8(
            1,
            "int8",
            "char",
            "signedchar",
            "i8",
            "ncclint8",
            "ncclchar",
            "int1",
            "int2",
            "int3",
            "int4",
            "int5",
            "int6",
            "int7"),
    /** Unsigned, 8 bits. */
    UINT8(
            1,
            "uint8",
            "byte",
            "unsignedchar",
            "u8",
            "nccluint8",
            "uint1",
            "uint2",
            "uint3",
            "uint4",
            "uint5",
            "uint6",
            "uint7",
            "bits8",
            "bits1x8",
            "bits2x4",
            "bits4x2"),
    /** Signed, 16 bits. */
    INT16(2, "int16", "short", "shortint", "i16"),
    /** Unsigned, 16 bits. */
    UINT16(2, "uint16", "unsignedshort", "shortunsignedint", "u16", "bits16"),
    /** Signed, 32 bits. */
    INT32(4, "int32", "int", "i32", "ncclint", "ncclint32"),
    /** Unsigned, 32 bits. */
    UINT32(4, "uint32", "unsignedint", "u32", "nccluint32"),
    /** Signed, 64 bits. */
    INT64(8, "int64", "long", "longint", "longlong", "i64", "ncclint64"),
    /** Unsigned, 64 bits. */
    UINT64(8, "uint64", "unsignedlong", "longunsignedint", "u64", "nccluint64"),
    /** Quantised, signed, 8 bits. */
    QINT8(1, "qint8"),
    /** Quantised, unsigned, 8 bits. */
    QUINT8(1, "quint8"),
    /** Quantised, signed, 32 bits. */
    QINT32(4, "qint32");

    private static final String[] PREFIXES = {"c10::", "at::", "torch."};
    private static final Map<String, DType> BY_NAME = byName();

    private final int bytes;
    private final String[] names;

    DType(int bytes, String... names) {
        this.bytes = bytes;
        this.names = names;
    }

    private static Map<String, DType> byName() {
        Map<String, DType> byName = new HashMap<>();
        for (DType type : values()) {
            for (String name : type.names) {
                byName.put(name, type);
            }
        }
        return Map.copyOf(byName);
    }

    /** Bytes of one stored element. */
    public int bytes() {
        return bytes;
    }

    /**
     * The type with a name such as {@code Float}, {@code c10::BFloat16}, {@code torch.int64}, {@code long int} or
     * {@code
     * ncclFloat16}; ignores case and spaces. Empty for an unknown name.
     */
    public static Optional<DType> of(String name) {
        if (name == null) {
            throw new IllegalArgumentException("the element type is null; give a name such as Float");
        }
        String bare = name.toLowerCase(Locale.ROOT).replace(" ", "");
        for (String prefix : PREFIXES) {
            if (bare.startsWith(prefix)) {
                bare = bare.substring(prefix.length());
            }
        }
        return Optional.ofNullable(BY_NAME.get(bare));
    }

    /**
     * The element type of the first tensor in a type written by the profiler: {@code Tensor(c10::Half)}, {@code
     * GenericList[Tensor(float),Tensor(float)]}; a text without a tensor is taken as the name itself.
     */
    public static Optional<DType> ofTensor(String type) {
        int open = type == null ? -1 : type.indexOf("Tensor(");
        int close = open < 0 ? -1 : type.indexOf(')', open);
        return close < 0 ? of(type) : of(type.substring(open + "Tensor(".length(), close));
    }

    /** Bytes per element of the named type, or -1 for an unknown name. */
    public static int bytesOf(String name) {
        return of(name).map(DType::bytes).orElse(-1);
    }
}
