// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.model.SyncArgs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments of an event, under the names of all eras. */
class EventArgsTest {
    private static EventArgs read(String json, boolean keep) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        EventArgs args = new EventArgs(cursor, new JsonNumber(cursor));
        args.clear();
        args.read(keep);
        return args;
    }

    @Test
    void fieldsAreReadAndOthersPassedOver() {
        EventArgs args = read(
                "{\"x\": {\"correlation\": 1}, \"External id\": 11, \"correlation\": 12, \"Record function id\": 13,"
                        + " \"Sequence number\": 14, \"Fwd thread id\": 15, \"stream\": 16, \"device\": 2, \"bytes\": 64,"
                        + " \"y\": [\"stream\", 9]}",
                false);
        assertThat(args.present).isTrue();
        assertThat(new long[] {
                    args.external,
                    args.correlation,
                    args.recordFunction,
                    args.sequence,
                    args.forwardThread,
                    args.stream,
                    args.device,
                    args.bytes
                })
                .containsExactly(11, 12, 13, 14, 15, 16, 2, 64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"External id", "external id"})
    void anExternalIdHasTwoSpellings(String name) {
        assertThat(read("{\"" + name + "\": 5}", false).external).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"event_id", "wait_on_cuda_event_id", "event"})
    void anEventHasThreeNames(String name) {
        assertThat(read("{\"" + name + "\": 5}", false).sync()).isEqualTo(new SyncArgs(-1, 5, -1, -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fwd thread id", "Fwd Thread Id", "Forward thread id"})
    void aForwardThreadHasThreeNames(String name) {
        assertThat(read("{\"" + name + "\": 5}", false).forwardThread).isEqualTo(5);
    }

    @Test
    void inputTextsAreKeptOnRequestWithoutWhiteSpace() {
        String json =
                "{\"Input Dims\": [[2, 3], []], \"Input type\": [\"float\", \"\"], \"Concrete Inputs\": [\"\", \"1 2\"]}";
        EventArgs kept = read(json, true);
        assertThat(kept.inputDims).isEqualTo("[[2,3],[]]");
        assertThat(kept.inputTypes).isEqualTo("[\"float\",\"\"]");
        assertThat(kept.concreteInputs).isEqualTo("[\"\",\"1 2\"]");
        assertThat(read(json, false).inputDims).isEmpty();
    }

    @Test
    void handlesAreThereWhenOneIs() {
        assertThat(read("{\"correlation\": 5}", false).sync()).isNull();
        assertThat(read("{\"stream\": 7}", false).sync()).isEqualTo(new SyncArgs(7, -1, -1, -1));
        assertThat(read("{\"wait_on_stream\": 7, \"wait_on_cuda_event_record_corr_id\": 8}", false)
                        .sync())
                .isEqualTo(new SyncArgs(-1, -1, 7, 8));
    }

    @Test
    void clearingForgetsAll() {
        EventArgs args = read("{\"stream\": 7, \"Record function id\": 3, \"bytes\": 9}", true);
        args.clear();
        assertThat(args.present).isFalse();
        assertThat(args.sync()).isNull();
        assertThat(args.recordFunction).isZero();
        assertThat(args.bytes).isEqualTo(-1);
        assertThat(args.correlation).isEqualTo(-1);
    }

    @Test
    void whatIsNoObjectIsPassedOver() {
        assertThat(read("null", false).present).isFalse();
        assertThat(read("[1, 2]", false).present).isFalse();
    }
}
