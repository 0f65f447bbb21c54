// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.Map;
import java.util.Optional;

/** The operators whose floating-point work follows from the shapes of their inputs: products, convolutions, attention. */
public enum MatrixOperator {
    /** [m, k] x [k, n], the first two inputs. */
    PRODUCT,
    /** The same of 8-bit floats, with scales and the element type of the result among its other inputs. */
    SCALED_PRODUCT,
    /** The same of 8-bit integers, with a result of 32 bits. */
    INTEGER_PRODUCT,
    /** The same after a bias or an addend. */
    ADDED_PRODUCT,
    /** One product per group: [m, k] or [g, m, k] with [k, n] or [g, k, n], then the ends of the groups. */
    GROUPED_PRODUCT,
    /** The same of 8-bit floats, with scales before the ends of the groups. */
    SCALED_GROUPED_PRODUCT,
    /** A convolution: input, weight, bias, stride, padding, dilation, transposed, .... */
    CONVOLUTION,
    /** Its gradients: gradient of the output, input, weight, ..., output mask. */
    CONVOLUTION_BACKWARD,
    /** Attention: query, key, value, each [batch, heads, tokens, size]. */
    ATTENTION,
    /** Its gradients: gradient of the output, query, key, value. */
    ATTENTION_BACKWARD,
    /** Attention on [batch, tokens, heads, size], as libraries of kernels lay it out. */
    TOKEN_ATTENTION,
    /** Its gradients, in the same layout. */
    TOKEN_ATTENTION_BACKWARD;

    private static final Map<String, MatrixOperator> BY_NAME = Map.ofEntries(
            Map.entry("aten::mm", PRODUCT),
            Map.entry("aten::bmm", PRODUCT),
            Map.entry("aten::_scaled_mm", SCALED_PRODUCT),
            Map.entry("aten::_int_mm", INTEGER_PRODUCT),
            Map.entry("aten::addmm", ADDED_PRODUCT),
            Map.entry("aten::_addmm_activation", ADDED_PRODUCT),
            Map.entry("aten::baddbmm", ADDED_PRODUCT),
            Map.entry("aten::_grouped_mm", GROUPED_PRODUCT),
            Map.entry("aten::_scaled_grouped_mm", SCALED_GROUPED_PRODUCT),
            Map.entry("aten::convolution", CONVOLUTION),
            Map.entry("aten::convolution_overrideable", CONVOLUTION),
            Map.entry("aten::convolution_backward", CONVOLUTION_BACKWARD),
            Map.entry("aten::_scaled_dot_product_flash_attention", ATTENTION),
            Map.entry("aten::_scaled_dot_product_flash_attention_for_cpu", ATTENTION),
            Map.entry("aten::_scaled_dot_product_efficient_attention", ATTENTION),
            Map.entry("aten::_scaled_dot_product_cudnn_attention", ATTENTION),
            Map.entry("aten::_scaled_dot_product_fused_attention_overrideable", ATTENTION),
            Map.entry("aten::_scaled_dot_product_flash_attention_backward", ATTENTION_BACKWARD),
            Map.entry("aten::_scaled_dot_product_flash_attention_for_cpu_backward", ATTENTION_BACKWARD),
            Map.entry("aten::_scaled_dot_product_efficient_attention_backward", ATTENTION_BACKWARD),
            Map.entry("aten::_scaled_dot_product_cudnn_attention_backward", ATTENTION_BACKWARD),
            Map.entry("aten::_scaled_dot_product_fused_attention_overrideable_backward", ATTENTION_BACKWARD),
            Map.entry("aten::_flash_attention_forward", TOKEN_ATTENTION),
            Map.entry("aten::_efficient_attention_forward", TOKEN_ATTENTION),
            Map.entry("flash_attn::_flash_attn_forward", TOKEN_ATTENTION),
            Map.entry("flash_attn_3::fwd", TOKEN_ATTENTION),
            Map.entry("FlashAttnFunc", TOKEN_ATTENTION),
            Map.entry("aiter::_flash_attn_forward", TOKEN_ATTENTION),
            Map.entry("aten::_flash_attention_backward", TOKEN_ATTENTION_BACKWARD),
            Map.entry("aten::_efficient_attention_backward", TOKEN_ATTENTION_BACKWARD),
            Map.entry("flash_attn::_flash_attn_backward", TOKEN_ATTENTION_BACKWARD),
            Map.entry("aiter::_flash_attn_backward", TOKEN_ATTENTION_BACKWARD));

    /** The operation of an operator with this name; empty for all others. */
    public static Optional<MatrixOperator> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
