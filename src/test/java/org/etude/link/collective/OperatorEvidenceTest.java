// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the arguments of an operator say of the kernel that it launches, by the schemas of PyTorch's Ops.cpp and Functional.cpp. A
 * tensor T of n floats is a tuple; [T] is a list of one.
 */
class OperatorEvidenceTest {
    @TempDir
    private Path dir;

    /** The collective of rank 0 whose kernel an operator with these arguments launches. */
    private Collective launched(String operator, String values, String types) {
        String tensors = values.replaceAll("T(\\d+)", "[7, 1, 0, $1, 4, \"cuda:0\"]");
        LinkedRank rank = Recording.alone()
                .thread(2, 1)
                .node(10, operator, 2, 10, "tid", 1)
                .inputs(tensors, "[]", types.isEmpty() ? "[]" : types)
                .op(operator, 1, 0, 20, "Record function id", 10)
                .launch("ncclDevKernel_Generic(x)", 1, 5, 7, 10, 101)
                .link(dir);
        assertThat(rank.collectives()).hasSize(1);
        return rank.collectives().get(0);
    }

    private static String text(Collective c) {
        return c.type() + " " + c.inBytes() + " " + c.outBytes() + " root " + c.root() + " peer " + c.peer() + " tag "
                + c.tag();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c10d::allreduce_          | [[T6], 0, 0]               | ALL_REDUCE 24 24 root -1 peer -1 tag -1",
                "c10d::_allgather_base_    | [T12, T6, 0]               | ALL_GATHER 24 48 root -1 peer -1 tag -1",
                "c10d::allgather_          | [[[T6, T6]], [T6], 0]      | ALL_GATHER 24 48 root -1 peer -1 tag -1",
                "c10d::_reduce_scatter_base_ | [T6, T12, 0]             | REDUCE_SCATTER 48 24 root -1 peer -1 tag -1",
                "c10d::alltoall_base_      | [T6, T8, 0, [], []]        | ALL_TO_ALL 32 24 root -1 peer -1 tag -1",
                "c10d::gather_             | [[[T6, T6]], [T6], 0, 1]   | GATHER 24 48 root 1 peer -1 tag -1",
                "c10d::scatter_            | [[T6], [[T6, T6]], 0, 1]   | SCATTER 48 24 root 1 peer -1 tag -1",
                "c10d::reduce_             | [[T6], 0, 0, 0]            | REDUCE 24 24 root 0 peer -1 tag -1",
                "c10d::reduce_             | [[T6], 0, 0, 3]            | REDUCE 24 0 root 3 peer -1 tag -1",
                "c10d::broadcast_          | [[T6], 0, 1, 0]            | BROADCAST 24 24 root 1 peer -1 tag -1",
                "c10d::barrier             | [T6, 0]                    | BARRIER 0 0 root -1 peer -1 tag -1",
                "c10d::send                | [[T6], 0, 3, 9]            | SEND 24 0 root -1 peer 3 tag 9",
                "c10d::recv_               | [[T6], 0, 3, 9]            | RECV 0 24 root -1 peer 3 tag 9",
                "c10d::recv_any_source_    | [[T6], 0, 9]               | RECV 0 24 root -1 peer -1 tag 9"
            })
    void argumentsOfC10dGoByItsSchemas(String operator, String values, String expected) {
        assertThat(text(launched(operator, values, ""))).isEqualTo(expected);
    }

    /** Splits of an all-to-all that are not equal are noted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[T6, T8, 0, [3, 3], [4, 4]] | ''",
                "[T6, T8, 0, [3, 3], [4, 2]] | uneven splits",
                "[T6, T8, 0, [1, 5], [4, 4]] | uneven splits"
            })
    void unevenSplitsAreNoted(String values, String note) {
        assertThat(launched("c10d::alltoall_base_", values, "").notes()).isEqualTo(note);
    }

    /** Functional collectives state the size of the group: a gather's result is that many times its input, a scatter's a part. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all_reduce                | [T12, 'sum', 'g5']        | ['Tensor(float)', 'String', 'String']        | ALL_REDUCE 48 48",
                "all_gather_into_tensor    | [T12, 4, 'g5']            | ['Tensor(float)', 'Int', 'String']           | ALL_GATHER 48 192",
                "reduce_scatter_tensor     | [T12, 'sum', 4, 'g5']     | ['Tensor(float)', 'String', 'Int', 'String'] | REDUCE_SCATTER 48 12",
                "all_to_all_single         | [T12, [3], [3], 'g5']     | ['Tensor(float)', '', '', 'String']          | ALL_TO_ALL 48 48",
                "all_to_all_single         | [T12, [], [], 'g5']       | ['Tensor(float)', '', '', 'String']          | ALL_TO_ALL 48 48",
                "all_to_all_single         | [T12, [1, 4], [2, 1], 'g5'] | ['Tensor(float)', '', '', 'String']        | ALL_TO_ALL 48 80",
                "all_to_all_single         | [T12, [0, 0], [2, 1], 'g5'] | ['Tensor(float)', '', '', 'String']        | ALL_TO_ALL 48 0",
                "all_to_all_single         | [T0, [1, 4], [0, 0], 'g5']  | ['Tensor(float)', '', '', 'String']        | ALL_TO_ALL 0 -1",
                "all_to_all_single         | [T0, [0, 0], [0, 0], 'g5']  | ['Tensor(float)', '', '', 'String']        | ALL_TO_ALL 0 0"
            })
    void functionalCollectivesNameGroupAndSize(String name, String values, String types, String expected) {
        Collective found = launched("_c10d_functional::" + name, values.replace('\'', '"'), types.replace('\'', '"'));
        assertThat(found.type() + " " + found.inBytes() + " " + found.outBytes())
                .isEqualTo(expected);
        assertThat(found.groupName()).isEqualTo("g5");
        assertThat(found.dtype()).isEqualTo("float");
    }

    /** Without the number of members the other side's size is unknown. */
    @Test
    void withoutASizeOfTheGroupTheResultIsUnknown() {
        Collective found = launched(
                "_c10d_functional::all_gather_into_tensor",
                "[T12, \"?\", \"g5\"]",
                "[\"Tensor(float)\", \"Int\", \"String\"]");
        assertThat(found.inBytes()).isEqualTo(48);
        assertThat(found.outBytes()).isEqualTo(-1);
    }
}
