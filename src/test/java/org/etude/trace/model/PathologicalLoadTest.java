// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.trace.load.TraceFiles;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The corpus' pathological cases at the level of loading: what each must say, or that it loads as the base does. */
class PathologicalLoadTest {
    private static final String CUT = "JSON ends inside a node at byte";
    private static final Map<String, String> ERRORS =
            Map.of("path_12_trunc_host", CUT, "path_14_zero_bytes", "the file is empty: it ends at byte 0");
    private static final Map<String, String> FINDINGS = Map.ofEntries(
            Map.entry("path_05_dangling", "10 nodes name a parent that is not in the file"),
            Map.entry("path_07_dup_rfid", "1 node shares an rf_id with another"),
            Map.entry("path_15_skew_500ms", "clock 500011.5 us ahead of rank 0's"),
            Map.entry("path_17_missing_rank1of3", "missing rank 1 of a world of 3"),
            Map.entry("path_18_missing_device1", "no device trace (device_1.json) for this host trace"),
            Map.entry("path_21_no_kernels", "empty device trace: no GPU and no runtime event (CUDA)"),
            Map.entry(
                    "path_24_nan_negative_dur",
                    "30 events with an invalid duration (NaN, infinite, negative or out of range)"),
            Map.entry("path_25_numbers_as_strings", "12 events without a duration"),
            Map.entry("path_32_rank_conflict", "the name states rank 1, distributedInfo states rank 0"),
            Map.entry("path_41_null_names_no_args", "13 events without a name"),
            Map.entry("path_44_no_nodes", "empty host trace: no nodes"),
            Map.entry(
                    "path_45_host_is_kineto",
                    "holds a Kineto trace (device) although its name suggests an execution trace (host)"));

    @TempDir
    Path dir;

    @Test
    void trailingCommasMarksAndForeignBytesAreForgiven() {
        String text = "\uFEFF" + TraceFiles.DEVICE.replace("}]}", "},],}").replace("\n", "\r\n");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes[text.indexOf("aten::mm") + 2] = (byte) 0xE9;
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_0.json"), bytes));
        assertThat(traces.ranks().get(0).device().size()).isEqualTo(5);
        assertThat(traces.ranks().get(0).device().name(1)).contains("\uFFFD");
        assertThat(TraceFiles.whats(traces)).contains("1 name holds bytes that are not UTF-8");
    }

    @TestFactory
    Stream<DynamicTest> corpus() throws IOException {
        try (Stream<Path> all = Files.list(Shared.dir("corpus"))) {
            List<Path> cases = all.filter(c -> c.getFileName().toString().startsWith("path_"))
                    .sorted()
                    .toList();
            return cases.stream()
                    .map(c -> DynamicTest.dynamicTest(c.getFileName().toString(), () -> check(c)));
        }
    }

    private static void check(Path folder) {
        String name = folder.getFileName().toString();
        if (ERRORS.containsKey(name)) {
            assertThatThrownBy(() -> TraceFiles.load(folder))
                    .isInstanceOf(TraceException.class)
                    .hasMessageContaining(ERRORS.get(name))
                    .hasMessageContaining("_0.json.gz");
            return;
        }
        TraceSet traces = TraceFiles.load(folder);
        assertThat(traces.ranks()).hasSize(2);
        if (FINDINGS.containsKey(name)) {
            assertThat(TraceFiles.whats(traces)).contains(FINDINGS.get(name));
        }
        boolean clean = List.of(
                        "path_01_base",
                        "path_28_bom_crlf",
                        "path_30_trailing_comma",
                        "path_31_top_level_array",
                        "path_40_begin_end_events",
                        "path_47_duplicate_keys",
                        "path_22_huge_rfid")
                .contains(name);
        if (clean) {
            assertThat(TraceFiles.whats(traces)).isEmpty();
            sameAsBase(traces, TraceFiles.load(folder.resolveSibling("path_01_base")));
        }
    }

    private static void sameAsBase(TraceSet traces, TraceSet base) {
        for (int r = 0; r < 2; r++) {
            DeviceTrace a = traces.ranks().get(r).device();
            DeviceTrace b = base.ranks().get(r).device();
            assertThat(a.size()).isEqualTo(b.size());
            assertThat(traces.ranks().get(r).host().size())
                    .isEqualTo(base.ranks().get(r).host().size());
            for (int i = 0; i < a.size(); i++) {
                assertThat(a.startNanos(i)).isEqualTo(b.startNanos(i));
                assertThat(a.durationNanos(i)).isEqualTo(b.durationNanos(i));
            }
        }
    }

    @Test
    void aTruncatedHostTraceOfTheCorpusKeepsItsWholeNodes() {
        TraceSet traces = TraceFiles.loadLeniently(Shared.dir("corpus", "path_12_trunc_host"));
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(699);
    }
}
