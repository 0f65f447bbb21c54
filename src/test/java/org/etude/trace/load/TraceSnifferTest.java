// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceSnifferTest {
    @TempDir
    private Path dir;

    private TraceSniffer.Sniff look(String text) throws IOException {
        Path file = Files.writeString(dir.resolve("x.json"), text);
        return TraceSniffer.look(new TraceSource(file, "", "", "x.json", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"traceEvents\": [|DEVICE|-1",
                "{\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": 3}, \"traceEvents\": [|DEVICE|3",
                "{\"distributedInfo\": {\"rank\": \"3\"}, \"traceEvents\": [|DEVICE|3",
                "{\"distributedInfo\": {\"rank\": 4294967296}, \"traceEvents\": [|DEVICE|-1",
                "{\"distributedInfo\": {\"rank\": -2}, \"traceEvents\": [|DEVICE|-1",
                "{\"distributedInfo\": {}, \"traceEvents\": [|DEVICE|-1",
                "{\"distributedInfo\": 3, \"traceEvents\": [|DEVICE|-1",
                "[{\"name\": \"a\", \"ph\": \"X\"}]|DEVICE|-1",
                "[1, {\"name\": \"a\"}, {\"ph\": \"X\"}]|DEVICE|-1",
                "[{\"name\": \"a\"}]|OTHER|-1",
                "[]|OTHER|-1",
                "{\"schema\": \"1\", \"pid\": 7, \"nodes\": [|HOST|-1",
                "{\"nodes\": 12}|OTHER|-1",
                "{\"workload_graph\": [], \"nodes\": []}|OTHER|-1",
                "{\"pg_config\": {|FLIGHT|-1",
                "{\"coll_perf\": {|INSPECTOR|-1",
                "{\"header\": {\"n_ranks\": 2}}|INSPECTOR|-1",
                "{\"header\": {\"rank\": 2}}|OTHER|-1",
                "{\"metadata\": {\"inspector_output_format_version\": \"v4\"}}|INSPECTOR|-1",
                "{\"header\": {\"n_ranks\": 2}, \"traceEvents\": [|DEVICE|-1",
                "{}|OTHER|-1",
                "7|UNREADABLE|-1",
                "{\"a\": |UNREADABLE|-1",
                "''|UNREADABLE|-1"
            })
    void theBeginningTellsTheKind(String text, TraceKind kind, int rank) throws IOException {
        assertThat(look(text)).isEqualTo(new TraceSniffer.Sniff(kind, rank));
    }

    /** An array of records is looked at for 64 elements. */
    @Test
    void anEventFarBehindOtherThingsIsNotLookedFor() throws IOException {
        assertThat(look("[" + "0, ".repeat(63) + "{\"ph\": \"X\"}]").kind()).isEqualTo(TraceKind.DEVICE);
        assertThat(look("[" + "0, ".repeat(64) + "{\"ph\": \"X\"}]").kind()).isEqualTo(TraceKind.OTHER);
    }

    @Test
    void onlyHostAndDeviceTracesAreTraces() throws IOException {
        assertThat(TraceSniffer.isTrace(Files.writeString(dir.resolve("a"), "{\"nodes\": [")))
                .isTrue();
        assertThat(TraceSniffer.isTrace(Files.writeString(dir.resolve("b"), "{\"traceEvents\": [")))
                .isTrue();
        assertThat(TraceSniffer.isTrace(Files.writeString(dir.resolve("c"), "{\"pg_config\": {}}")))
                .isFalse();
        assertThat(TraceSniffer.isTrace(dir.resolve("none"))).isFalse();
    }
}
