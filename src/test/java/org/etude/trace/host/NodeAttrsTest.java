// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.HostTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAttrsTest {
    private static HostTrace read(String attrs) {
        byte[] json = ("[{\"id\": 1, \"name\": \"record_param_comms\", \"ctrl_deps\": 0, \"attrs\": " + attrs + "}, "
                        + "{\"id\": 2, \"name\": \"b\", \"ctrl_deps\": 0, \"attrs\": []}]")
                .getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(json, 0, json.length);
        cursor.enterArray();
        NodeReader reader = new NodeReader(cursor, false);
        reader.readAll();
        return reader.build(new HostHeader("hand", "1.1.1", 1, "", -1, -1));
    }

    @Test
    void eachAttributeHasItsColumn() {
        HostTrace trace = read("[{\"name\": \"rf_id\", \"type\": \"uint64\", \"value\": 7},"
                + "{\"name\": \"fw_parent\", \"value\": 8}, {\"name\": \"seq_id\", \"value\": 9},"
                + "{\"name\": \"scope\", \"value\": 2}, {\"name\": \"tid\", \"value\": 3},"
                + "{\"name\": \"op_schema\", \"value\": \"aten::mm\"}]");
        assertThat(trace.recordFunctionId(0)).isEqualTo(7);
        assertThat(trace.forwardParent(0)).isEqualTo(8);
        assertThat(trace.sequenceId(0)).isEqualTo(9);
        assertThat(trace.scope(0)).isEqualTo(2);
        assertThat(trace.tid(0)).isEqualTo(3);
        assertThat(trace.comm(0)).isNull();
        // What the first node states is not the second's.
        assertThat(trace.recordFunctionId(1)).isZero();
        assertThat(trace.sequenceId(1)).isEqualTo(-1);
    }

    /** Writers order the fields of an attribute as they like; what is no attribute changes nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"value\": 7, \"name\": \"rf_id\"}]",
                "[{\"value\": 7, \"type\": \"uint64\", \"name\": \"rf_id\"}]",
                "[{\"name\": \"rf_id\", \"value\": \"7\"}]",
                "[{\"value\": {\"name\": \"tid\", \"value\": [1]}, \"name\": \"other\"}, {\"name\": \"rf_id\", \"value\": 7}]",
                "[{\"name\": 5, \"value\": 6}, {\"name\": \"rf_id\", \"value\": 7}]",
                "[{\"value\": 6}, {\"name\": \"rf_id\", \"value\": 7}, {\"name\": \"tid\"}]",
                "[null, 5, \"rf_id\", [], {\"name\": \"rf_id\", \"value\": 7}]",
                "[{\"name\": \"rf_id\", \"value\": 3}, {\"name\": \"rf_id\", \"value\": 7}]"
            })
    void oneIdIsRead(String attrs) {
        HostTrace trace = read(attrs);
        assertThat(trace.recordFunctionId(0)).isEqualTo(7);
        assertThat(trace.tid(0)).isZero();
        assertThat(trace.size()).isEqualTo(2);
    }

    /** Attributes of collectives may come value first as well. */
    @Test
    void collectivesAreReadInEitherOrder() {
        HostTrace trace = read("[{\"value\": \"allreduce\", \"name\": \"collective_name\"},"
                + "{\"name\": \"in_msg_nelems\", \"value\": 64}, {\"value\": 4, \"name\": \"pg_size\"}]");
        assertThat(trace.comm(0).collective()).isEqualTo("allreduce");
        assertThat(trace.comm(0).inElements()).isEqualTo(64);
        assertThat(trace.comm(0).groupSize()).isEqualTo(4);
        assertThat(trace.comm(1)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "{}", "\"text\""})
    void whatIsNoListHasNoAttributes(String attrs) {
        HostTrace trace = read(attrs);
        assertThat(trace.recordFunctionId(0)).isZero();
        assertThat(trace.size()).isEqualTo(2);
    }
}
