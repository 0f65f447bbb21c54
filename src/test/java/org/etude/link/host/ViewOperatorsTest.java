// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewOperatorsTest {
    /** Those of PyTorch's page on tensor views, and what autograd and nested or sparse tensors add. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "adjoint",
                "alias",
                "as_strided",
                "detach",
                "diagonal",
                "expand",
                "expand_as",
                "movedim",
                "narrow",
                "permute",
                "select",
                "slice",
                "squeeze",
                "transpose",
                "t",
                "real",
                "imag",
                "view_as_real",
                "view_as_complex",
                "unflatten",
                "unfold",
                "unsqueeze",
                "view",
                "view_as",
                "unbind",
                "split",
                "split_with_sizes",
                "hsplit",
                "vsplit",
                "tensor_split",
                "swapaxes",
                "swapdims",
                "chunk",
                "indices",
                "values",
                "numpy_T",
                "mT",
                "mH",
                "matrix_H",
                "_unsafe_view",
                "_reshape_alias",
                "_conj",
                "_neg_view",
                "lift_fresh",
                "_nested_view_from_buffer",
                // a view where one is possible
                "reshape",
                "reshape_as",
                "flatten",
                "ravel",
                "contiguous",
                "to",
                "type_as",
                // in place
                "t_",
                "transpose_",
                "squeeze_",
                "unsqueeze_",
                "detach_",
                "as_strided_"
            })
    void aViewDoesNotRead(String name) {
        assertThat(ViewOperators.contains("aten::" + name)).isTrue();
        assertThat(ViewOperators.contains(name)).as("without a namespace").isEqualTo(name.equals("detach"));
        assertThat(ViewOperators.contains("mine::" + name)).isFalse();
    }

    /** Among them those that read to make a view's copy, and those whose name begins like that of a view. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "add",
                "add_",
                "mul_",
                "copy_",
                "clone",
                "_to_copy",
                "view_copy",
                "slice_copy",
                "expand_copy",
                "slice_scatter",
                "select_backward",
                "slice_backward",
                "split_copy",
                "index_select",
                "masked_select",
                "masked_fill_",
                "item",
                "_local_scalar_dense",
                "cat",
                "stack",
                "repeat",
                "tile",
                "gather",
                "zero_",
                "set_",
                "resize_",
                "is_nonzero",
                "as_strided_copy",
                "as_strided_scatter",
                "flip",
                "roll",
                "rot90",
                "to_dense",
                "unsafe_split",
                "unsafe_chunk"
            })
    void anythingElseReadsOrWrites(String name) {
        assertThat(ViewOperators.contains("aten::" + name)).isFalse();
    }
}
