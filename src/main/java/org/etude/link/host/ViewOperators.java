// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.Set;

/**
 * PyTorch's operators that do not read a tensor but return one with the same storage. These are the operators whose
 * schema in aten/src/ATen/native/native_functions.yaml marks an output as an alias of an input that is not written,
 * {@code Tensor(a) -> Tensor(a)}, those that only call such, and those that change only shape and strides in place (tag
 * {@code inplace_view}). Some copy where no view is possible, such as {@code reshape}; the copy is an operator of its own,
 * called by them.
 */
public final class ViewOperators {
    private static final String ATEN = "aten::";

    /** Always a view. */
    private static final Set<String> VIEWS = Set.of(
            "adjoint",
            "alias",
            "as_strided",
            "broadcast_to",
            "ccol_indices",
            "chunk",
            "col_indices",
            "conj",
            "crow_indices",
            "data",
            "detach",
            "diagonal",
            "dsplit",
            "expand",
            "expand_as",
            "hsplit",
            "imag",
            "indices",
            "lift_fresh",
            "linalg_diagonal",
            "mH",
            "mT",
            "matrix_H",
            "moveaxis",
            "movedim",
            "narrow",
            "numpy_T",
            "permute",
            "positive",
            "real",
            "refine_names",
            "rename",
            "row_indices",
            "select",
            "slice",
            "slice_inverse",
            "split",
            "split_with_sizes",
            "squeeze",
            "swapaxes",
            "swapdims",
            "t",
            "tensor_split",
            "transpose",
            "unbind",
            "unflatten",
            "unfold",
            "unsqueeze",
            "values",
            "view",
            "view_as",
            "view_as_complex",
            "view_as_real",
            "vsplit",
            "_conj",
            "_fw_primal",
            "_indices",
            "_make_dual",
            "_neg_view",
            "_nested_get_lengths",
            "_nested_get_offsets",
            "_nested_get_values",
            "_nested_view_from_buffer",
            "_nested_view_from_jagged",
            "_reshape_alias",
            "_sparse_coo_tensor_with_dims_and_tensors",
            "_unpack_dual",
            "_unsafe_view",
            "_values");

    /** A view where one is possible, else a call of an operator that copies. */
    private static final Set<String> VIEWS_IF_POSSIBLE = Set.of(
            "align_as",
            "align_tensors",
            "align_to",
            "atleast_1d",
            "atleast_2d",
            "atleast_3d",
            "broadcast_tensors",
            "coalesce",
            "contiguous",
            "flatten",
            "meshgrid",
            "pin_memory",
            "ravel",
            "reshape",
            "reshape_as",
            "resolve_conj",
            "resolve_neg",
            "to",
            "type_as",
            "_autocast_to_full_precision",
            "_autocast_to_reduced_precision");

    /** Shape and strides change, the content does not. */
    private static final Set<String> IN_PLACE = Set.of(
            "as_strided_",
            "detach_",
            "rename_",
            "squeeze_",
            "swapaxes_",
            "swapdims_",
            "t_",
            "transpose_",
            "unsqueeze_");

    private ViewOperators() {}

    /** Whether an operator, with its namespace, leaves the content of its inputs unread. */
    public static boolean contains(String operator) {
        if (operator.equals("detach")) {
            return true; // the name that autograd's own implementation records
        }
        if (!operator.startsWith(ATEN)) {
            return false;
        }
        String name = operator.substring(ATEN.length());
        return VIEWS.contains(name) || VIEWS_IF_POSSIBLE.contains(name) || IN_PLACE.contains(name);
    }
}
