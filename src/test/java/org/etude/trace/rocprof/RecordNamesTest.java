// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.etude.trace.database.RocprofHead;
import org.etude.trace.json.JsonCursor;
import org.junit.jupiter.api.Test;

class RecordNamesTest {
    private static RecordNames read(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        assertThat(cursor.enterObject()).isTrue();
        RecordNames names = new RecordNames();
        names.read(cursor);
        return names;
    }

    /** What follows the four parts is not read: in a real file the records, which are far larger. */
    private static final RecordNames NAMES = read("""
            {"other": {"pid": 1}, "metadata": {"pid": 42, "init_time": [1], "node": {"id": 3, "hostname": "n1", "x": {}}},
            "agents": [{"id": {"size": 8, "handle": 7}, "type": 2, "name": "gfx942", "node_id": 5, "wave": 64},
             {"id": 9, "type": 2, "name": "gfx90a", "node_id": 4}, {"id": {"handle": 1}, "type": 1, "name": "EPYC", "node_id": 6}, 5],
            "strings": {"callback_records": [],
             "buffer_records": [{"kind": "A", "operations": ["x", "y"]}, {"operations": []}, 7],
             "marker_api": [{"key": 11, "value": "range"}, {"key": 12, "value": ""}],
             "correlation_id": {"internal": [], "external": [{"key": 3, "value": "renamed"}]}},
            "kernel_symbols": [{"kernel_id": 1, "kernel_name": "raw", "formatted_kernel_name": "formatted"},
             {"kernel_id": 1, "kernel_name": "later", "size": 5}, {"kernel_id": 2, "kernel_name": "alone"},
             {"kernel_id": 6, "formatted_kernel_name": "", "demangled_kernel_name": "demangled", "kernel_name": "mangled"}, []],
            "buffer_records": this is not read""");

    @Test
    void theProcessAndItsMachine() {
        assertThat(NAMES.process()).isEqualTo(42);
        assertThat(NAMES.head()).isEqualTo(RocprofHead.of("n1", List.of("gfx90a", "gfx942")));
    }

    /** Agents of another type are CPUs; a handle may be a number or an object. */
    @Test
    void gpusByHandle() {
        assertThat(List.of(NAMES.gpu(7), NAMES.gpu(9), NAMES.gpu(1), NAMES.gpu(99)))
                .containsExactly(5L, 4L, 0L, 0L);
    }

    @Test
    void kindsAndOperationsByPlace() {
        assertThat(List.of(NAMES.kind(-1), NAMES.kind(0), NAMES.kind(1), NAMES.kind(2), NAMES.kind(3)))
                .containsExactly("", "A", "", "", "");
        assertThat(NAMES.operation(0, 1)).isEqualTo("y");
        assertThat(NAMES.operation(0, 2)).isEqualTo("operation 2");
        assertThat(NAMES.operation(0, -1)).isEqualTo("operation -1");
        assertThat(NAMES.operation(1, 0)).isEqualTo("operation 0");
        assertThat(NAMES.operation(-1, 0)).isEqualTo("operation 0");
        assertThat(NAMES.operation(3, 0)).isEqualTo("operation 0");
    }

    /** The first name of a kernel counts, the most readable one of a symbol; one given to a launch comes before all. */
    @Test
    void kernelsByTheirBestName() {
        assertThat(NAMES.kernel(1, 0)).isEqualTo("formatted");
        assertThat(NAMES.kernel(2, 0)).isEqualTo("alone");
        assertThat(NAMES.kernel(6, 0)).isEqualTo("demangled");
        assertThat(NAMES.kernel(8, 0)).isEqualTo("kernel 8");
        assertThat(NAMES.kernel(1, 3)).isEqualTo("renamed");
    }

    @Test
    void rangesByTheirTextElseByTheirOperation() {
        assertThat(NAMES.range(11, 0, 0)).isEqualTo("range");
        assertThat(NAMES.range(12, 0, 0)).as("an empty text").isEqualTo("x");
        assertThat(NAMES.range(13, 0, 1)).isEqualTo("y");
    }

    @Test
    void partsOfAnotherShapeAreSkipped() {
        RecordNames names = read(
                "{\"metadata\": 5, \"agents\": {\"id\": 1}, \"strings\": [1], \"kernel_symbols\": null, \"rest\": !}");
        assertThat(names.process()).isZero();
        assertThat(names.head()).isEqualTo(RocprofHead.of("", List.of()));
        assertThat(names.kernel(1, 1)).isEqualTo("kernel 1");
        assertThat(read("{\"metadata\": {\"node\": 3, \"pid\": 8}}").process()).isEqualTo(8);
    }
}
