package org.etude.link;

import java.util.Locale;

/** Sizes of tensor elements under the names that PyTorch, its profiler and NCCL give them. */
final class ElementTypes {
    private ElementTypes() {}

    /** Bytes an element, or -1 when the type is not known. */
    static int bytes(String type) {
        String bare = type.startsWith("c10::") ? type.substring(5) : type;
        return switch (bare.toLowerCase(Locale.ROOT).replace(" ", "")) {
            case "complex<double>", "complexdouble" -> 16;
            case "double",
                    "float64",
                    "f64",
                    "long",
                    "longint",
                    "int64",
                    "uint64",
                    "unsignedlong",
                    "complex<float>",
                    "complexfloat" -> 8;
            case "float", "float32", "f32", "int", "int32", "uint32", "unsignedint", "complex<half>", "complexhalf" ->
                4;
            case "half", "float16", "f16", "bfloat16", "bf16", "short", "shortint", "int16", "uint16" -> 2;
            case "byte",
                    "unsignedchar",
                    "uint8",
                    "char",
                    "signedchar",
                    "int8",
                    "bool",
                    "float8_e4m3fn",
                    "float8_e5m2",
                    "float8_e4m3fnuz",
                    "float8_e5m2fnuz",
                    "float8_e8m0fnu",
                    "qint8",
                    "quint8" -> 1;
            default -> -1;
        };
    }
}
