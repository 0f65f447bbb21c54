// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.ProcessGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tensors and process groups as they are written into the nodes of host traces. */
class TensorBytesTest {
    private static TensorBytes scanned(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        TensorBytes tensors = new TensorBytes();
        tensors.scan(new JsonCursor(bytes, 0, bytes.length));
        return tensors;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[[9, 3, 0, 10, 4, \"cuda:0\"]]; 40; 10; [3]",
                "[[9, 3, 0, 10, 4, \"cuda:0\"], 5, [8, 4, 0, 3, 2, \"cpu\"]]; 46; 13; [3, 4]",
                "[[[9, 3, 0, 10, 4, \"cuda:0\"], [9, 3, 40, 1, 4, \"cuda:0\"]], true]; 44; 11; [3]",
                "[[9, 3, 0, 0, 4, \"cuda:0\"]]; 0; 0; [3]",
                "[]; -1; -1; []",
                "[1, 2, 3, 4, 5]; -1; -1; []",
                "[\"a\", 2, 3, 4, 5, \"cuda:0\"]; -1; -1; []",
                "[9, 3, 0, 10, 4, null]; -1; -1; []",
                "[9, -1, 0, 10, 4, \"cuda:0\"]; 40; 10; []",
                "[9, 3, 0, -10, 4, \"cuda:0\"]; -1; -1; [3]",
                "[9, 3, 0, 4611686018427387904, 4, \"cuda:0\"]; -1; -1; [3]",
                "\"text\"; -1; -1; []",
                "7; -1; -1; []"
            })
    void tensorsAreAddedUpWhereverTheyAre(String json, long bytes, long elements, String storages) {
        TensorBytes tensors = scanned(json);
        assertThat(tensors.bytes()).isEqualTo(bytes);
        assertThat(tensors.elements()).isEqualTo(elements);
        assertThat(tensors.storages().toString()).isEqualTo(storages);
    }

    @Test
    void storagesReachAsFarAsTheirTensors() {
        TensorBytes tensors =
                scanned("[[9, 3, 0, 10, 4, \"cuda:0\"], [[8, 4, 5, 3, 2, \"cpu\"]], [7, 3, 40, 1, 4, \"cuda:0\"],"
                        + " [6, 5, 9, 0, 4, \"cpu\"], [6, 6, 4611686018427387904, 4, 4, \"cpu\"]]");
        assertThat(tensors.storages().toIntArray()).containsExactly(3, 4, 5, 6);
        assertThat(tensors.extents().toLongArray()).containsExactly(164, 16, 0, 0);
        assertThat(tensors.devices().toIntArray()).containsExactly(1, 2, 2, 2);
    }

    @Test
    void eachScanBeginsAnew() {
        byte[] bytes = "[[9, 3, 0, 10, 4, \"cpu\"]] []".getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        TensorBytes tensors = new TensorBytes();
        tensors.scan(cursor);
        assertThat(tensors.bytes()).isEqualTo(40);
        tensors.scan(cursor);
        assertThat(tensors.bytes()).isEqualTo(-1);
        assertThat(tensors.storages().size()).isZero();
    }

    @Test
    void groupsAreReadInBothSpellings() {
        assertThat(GroupList.parse(
                        "[{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"backend_config\": \"cuda:nccl\", "
                                + "\"pg_size\": 2, \"ranks\": [0, 1], \"odd\": {\"a\": []}}, "
                                + "{\"pg_name\": 7, \"group_size\": 4, \"ranks\": \"[4, 5]\"}, 3, {}]"))
                .containsExactly(
                        new ProcessGroup("0", "default_pg", "cuda:nccl", 2, List.of(0, 1)),
                        new ProcessGroup("7", "", "", 4, List.of(4, 5)),
                        new ProcessGroup("", "", "", -1, List.of()));
        assertThat(GroupList.parse("{}")).isEmpty();
        assertThat(GroupList.ofInputs(
                        "['[{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"backend_config\": \"cuda:nccl\", "
                                + "\"pg_size\": 2, \"ranks\": [0, 1]}, {\"pg_name\": 7, \"group_size\": 4, \"ranks\": \"[4, 5]\"}]']",
                        List.of()))
                .containsExactly(
                        new ProcessGroup("0", "default_pg", "cuda:nccl", 2, List.of(0, 1)),
                        new ProcessGroup("7", "", "", 4, List.of(4, 5)));
        assertThat(ranks("[{'pg_name': 'tp', 'ranks': [3, 'x', -4, 4294967296]}, {'ranks': [1]}]"))
                .containsExactly(List.of(3, -1, -1, -1));
        assertThat(GroupList.ofInputs("['cpu', 'gpu']", List.of())).isEmpty();
        assertThat(GroupList.ofInputs("['[{\"pg_name\": \"0\", ']", List.of())).isNull();
        assertThat(GroupList.ofInputs("['[{\"pg_name\": \"0\"}]'", List.of())).isNull();
        assertThat(GroupList.parse("[{\"pg_name\": \"0\", ")).isNull();
    }

    /** Ranks as texts, in lists and dictionaries that are texts themselves; what a group does not say is the caller's. */
    @Test
    void ranksOfGroupsMayBeTextsAndMayBeUnsaid() {
        assertThat(ranks("['[{\"pg_name\": \"1\", \"ranks\": [\"0\", \"1\"]}]']"))
                .containsExactly(List.of(0, 1));
        assertThat(ranks("[' [{\"pg_name\": \"1\", \"ranks\": [2]}]']")).containsExactly(List.of(2));
        assertThat(ranks("['{\"pg_name\": \"1\", \"ranks\": [2]}']")).containsExactly(List.of(2));
        assertThat(ranks("[{'pg_name': '1', 'ranks': []}]")).containsExactly(List.of());
        assertThat(ranks("[{'pg_name': '1'}]")).containsExactly(List.of(9));
        assertThat(ranks("[{'pg_name': '1', 'ranks': null}]")).containsExactly(List.of(9));
        assertThat(ranks("[{'pg_name': '1', 'ranks': '[0, 1'}]")).containsExactly(List.of(9));
        assertThat(ranks("[{'pg_name': '1', 'ranks': '0, 1'}]")).containsExactly(List.of(9));
        assertThat(GroupList.ofInputs("['[\"[\\\"pg_name']", List.of())).isNull();
    }

    private static List<List<Integer>> ranks(String inputs) {
        return GroupList.ofInputs(inputs, List.of(9)).stream()
                .map(ProcessGroup::ranks)
                .toList();
    }
}
