// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.spec.LlmException;

/** Element types of matrix products, each with its own rate on a GPU. */
public enum ElementType {
    /** Single precision outside tensor cores. */
    FP32(4, 0, 0),
    /** Single precision rounded for tensor cores. */
    TF32(4, 0, 0),
    /** Half precision. */
    FP16(2, 0, 0),
    /** Half precision with the range of single precision. */
    BF16(2, 0, 0),
    /** Eight bits with one scale per tensor, from earlier steps (Micikevicius et al. 2022, arXiv 2209.05433). */
    FP8(1, 4, 0),
    /** The same with the scale of the tensor itself instead of former ones, so that its largest number must be known first. */
    FP8_CS(1, 4, 0),
    /** Eight bits with one scale per 32 elements (OCP Microscaling Formats 1.0); cast along rows and along columns. */
    MXFP8(1, 4, 32),
    /** Four bits with one scale per 16 elements; weight gradients are rotated first (NVIDIA 2025, arXiv 2509.25149). */
    NVFP4(0.5, 7, 16),
    /** Four bits with one scale per 32 elements (OCP Microscaling Formats 1.0). */
    FP4(0.5, 5, 32);

    private static final Map<String, ElementType> OTHER_NAMES = Map.ofEntries(
            Map.entry("BFLOAT16", BF16),
            Map.entry("BF16_MIXED", BF16),
            Map.entry("FLOAT16", FP16),
            Map.entry("FP16_MIXED", FP16),
            Map.entry("HALF", FP16),
            Map.entry("FLOAT32", FP32),
            Map.entry("FLOAT", FP32),
            Map.entry("FP8_DS", FP8),
            Map.entry("FP8_E4M3", FP8),
            Map.entry("FP8_MX", MXFP8),
            Map.entry("FLOAT8", FP8),
            Map.entry("MXFP4", FP4));

    private final double bytes;
    private final double castBytes;
    private final int block;

    /** A type with a scale of one byte per {@code block} elements; 0 for none. */
    ElementType(double bytes, double castBytes, int block) {
        this.bytes = bytes;
        this.castBytes = castBytes;
        this.block = block;
    }

    /** Bytes of an element, without scales. */
    public double bytes() {
        return bytes;
    }

    /** Bytes of an element with its part of a block's scale. */
    public double scaledBytes() {
        return block > 0 ? bytes + 1.0 / block : bytes;
    }

    /**
     * Bytes of device memory per element that casting an operand from half precision moves: it is read (twice where a
     * rotation comes first) and written in the layouts of the two products that use it.
     */
    public double castBytes() {
        return castBytes;
    }

    /**
     * Bytes that finding the largest element reads before the cast where the kernel that made the tensor did not find it
     * (Transformer Engine, csrc/quantizer.cpp, Float8CurrentScalingQuantizer: quantize and quantize_with_amax).
     */
    public double scanBytes() {
        return this == FP8_CS ? BF16.bytes : 0;
    }

    /** Whether blocks of elements have scales of their own. */
    public boolean isMicroscaled() {
        return block > 0;
    }

    /** Whether operands are cast from half precision before a product. */
    public boolean isCast() {
        return castBytes > 0;
    }

    /**
     * The type with a name such as {@code bfloat16}, {@code fp8} or {@code FP8-CS}.
     *
     * @throws LlmException when there is none, with the names that are known
     */
    public static ElementType named(String name) {
        String plain = name.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        for (ElementType type : values()) {
            if (type.name().equals(plain)) {
                return type;
            }
        }
        ElementType other = OTHER_NAMES.get(plain);
        if (other == null) {
            throw new LlmException("unknown element type '" + name + "'", "Give one of " + names() + ".");
        }
        return other;
    }

    private static String names() {
        return Arrays.stream(values())
                .map(type -> type.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
