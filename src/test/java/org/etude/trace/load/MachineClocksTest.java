// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.Finding;
import org.etude.spec.LoadOptions;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines whose ranks exchange only messages: stages of a pipeline, each on its own clock. Times in us. */
class MachineClocksTest {
    private static final long BASE = 1_700_000_000_000_000_000L;

    @TempDir
    Path dir;

    private final Map<Integer, List<String>> events = new TreeMap<>();
    private final Map<Integer, Double> clocks = new TreeMap<>();

    /** A rank whose clock is so many us ahead. */
    private void clock(int rank, double ahead) {
        clocks.put(rank, ahead);
        events.computeIfAbsent(rank, r -> new ArrayList<>());
    }

    private void event(int rank, String category, String name, double from, double to, String args) {
        events.get(rank)
                .add(String.format(
                        Locale.ROOT,
                        "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":7,\"tid\":7,\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}}",
                        category,
                        name,
                        from + clocks.get(rank),
                        to - from,
                        args));
    }

    /** One side of a message over gloo, by true times: its operator returns after 1 us. */
    private void gloo(int rank, String side, int peer, double from, double to) {
        String operator = side.equals("send") ? "c10d::send" : "c10d::recv_";
        event(rank, "cpu_op", operator, from, from + 1, "\"Concrete Inputs\":[\"\",\"\",\"" + peer + "\",\"0\"]");
        event(rank, "user_annotation", "gloo:" + side, from + 0.5, to, "");
    }

    private void message(int from, int to, double sent, double asked, double arrived) {
        gloo(from, "send", to, sent, arrived - 2);
        gloo(to, "recv", from, asked, arrived);
    }

    private void kernel(int rank, String side, int peer, double from, double to) {
        String end = side.equals("send") ? "Dst" : "Src";
        event(
                rank,
                "kernel",
                "ncclDevKernel_SendRecv(x)",
                from,
                to,
                "\"stream\":4,\"device\":0,\"Collective name\":\"" + side + "\",\"Process Group Name\":\"pp\",\"" + end
                        + " Rank\":" + peer);
    }

    private TraceSet load(String... hosts) {
        for (int rank : events.keySet()) {
            String host = hosts.length == 0 ? "node" + rank : hosts[rank];
            TraceFiles.write(
                    dir.resolve("device_" + rank + ".json"),
                    "{\"host_name\":\"" + host + "\",\"baseTimeNanoseconds\":" + BASE
                            + ",\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":7,"
                            + "\"tid\":7,\"ts\":" + clocks.get(rank) + ",\"dur\":10000},"
                            + String.join(",", events.get(rank)) + "]}");
        }
        return TraceFiles.load(dir);
    }

    private static List<Long> offsets(TraceSet set) {
        return set.ranks().stream().map(RankTrace::clockOffsetNanos).toList();
    }

    private static List<Finding> findings(TraceSet set) {
        return set.report().findings().stream()
                .filter(f -> f.what().contains("clock") || f.what().contains("contradict"))
                .toList();
    }

    /** Forward takes 40 us from send to arrival, backward 60, so the middle is 10 us off. */
    @Test
    void messagesBothWaysBoundTheClockOfTheNextStage() {
        clock(0, 0);
        clock(1, 800_000);
        message(0, 1, 1000, 900, 1040);
        message(1, 0, 3000, 2900, 3060);
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, -800_000_000L + 10_000);
        assertThat(findings(set)).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Finding.Level.INFO);
            assertThat(f.what()).isEqualTo("clock of machine node1 799990.0 us ahead of rank 0's");
            assertThat(f.why())
                    .isEqualTo("by 2 messages and collectives, none of which ends before it began on the other side");
            assertThat(f.effect()).endsWith("off by up to 50.0 us");
        });
    }

    /** A kernel of rank 0 sends twice to rank 1 and receives once, as does one of rank 1; it names no peer, but its calls do. */
    @Test
    void callsTellWhatAKernelOfSeveralMessagesCarries() {
        clock(0, 0);
        clock(1, 700_000);
        grouped(0, 1, 1000, 1040, "send", "recv", "send");
        grouped(1, 0, 1010, 1042, "recv", "send", "recv");
        // Rank 1's receives end 42 us after rank 0's kernel began, rank 0's 30 us after rank 1's began.
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, -700_000_000L - 6_000);
        assertThat(findings(set)).singleElement().satisfies(f -> assertThat(f.why())
                .isEqualTo("by 3 messages and collectives, none of which ends before it began on the other side"));
        List<LoadedFile> outlines = TraceLoader.find(List.of(dir)).byRank().stream()
                .flatMap(List::stream)
                .map(file -> LoadedFile.read(file, LoadOptions.defaults()).outline())
                .toList();
        assertThat(offsets(TraceLoader.assemble(TraceLoader.find(List.of(dir)), outlines)))
                .isEqualTo(offsets(set));
    }

    private void grouped(int rank, int peer, double from, double to, String... sides) {
        for (int k = 0; k < sides.length; k++) {
            String end = sides[k].equals("send") ? "Dst" : "Src";
            event(
                    rank,
                    "cpu_op",
                    "record_param_comms",
                    from - 40 + 10 * k,
                    from - 32 + 10 * k,
                    "\"Collective name\":\"" + sides[k] + "\",\"Process Group Name\":\"pp\",\"" + end + " Rank\":"
                            + peer);
        }
        event(rank, "cuda_runtime", "cudaLaunchKernelExC", from - 8, from - 3, "\"correlation\":9");
        event(rank, "kernel", "ncclDevKernel_SendRecv(x)", from, to, "\"stream\":4,\"device\":0,\"correlation\":9");
    }

    /** A receive that is posted late holds up its send: forward messages alone give both sides, 30 and 16 us away. */
    @Test
    void gloosSendsEndAfterTheirReceiveBegan() {
        clock(0, 0);
        clock(1, -5000);
        message(0, 1, 1000, 950, 1030);
        message(0, 1, 2000, 2500, 2518);
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, 5_000_000L - 7_000);
    }

    @Test
    void aChainOfStagesIsAlignedStageByStage() {
        double[] ahead = {0, 3000, -70_000, 512_345};
        for (int rank = 0; rank < 4; rank++) {
            clock(rank, ahead[rank]);
        }
        for (int rank = 0; rank < 3; rank++) {
            message(rank, rank + 1, 1000 + 500 * rank, 500, 1020 + 500 * rank);
            message(rank + 1, rank, 9000 - 500 * rank, 7000, 9020 - 500 * rank);
        }
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, -3_000_000L, 70_000_000L, -512_345_000L);
        assertThat(findings(set)).extracting(Finding::level).containsOnly(Finding.Level.INFO);
        assertThat(findings(set).get(2).effect()).contains("off by up to 60.0 us");
    }

    /** Ranks 2 and 3 are on one machine, and only rank 3 exchanges anything with another machine. */
    @Test
    void ranksOfAMachineShareItsClock() {
        clock(0, 0);
        clock(1, 0);
        clock(2, 4000);
        clock(3, 4000);
        message(1, 3, 1000, 900, 1020);
        message(3, 1, 3000, 2900, 3020);
        TraceSet set = load("a", "a", "b", "b");
        assertThat(offsets(set)).containsExactly(0L, 0L, -4_000_000L, -4_000_000L);
        assertThat(findings(set)).hasSize(1);
    }

    @Test
    void nccl() {
        clock(0, 0);
        clock(1, 250_000);
        kernel(0, "send", 1, 1000, 1100);
        kernel(1, "recv", 0, 200, 1104);
        kernel(1, "send", 0, 2000, 2100);
        kernel(0, "recv", 1, 1500, 2104);
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, -250_000_000L);
        assertThat(findings(set).get(0).effect()).endsWith("off by up to 104.0 us");
    }

    /** Inference: NCCL's sends may end before they are asked for, so nothing holds the second clock back. */
    @Test
    void messagesOneWayMoveAClockOnlyAsFarAsTheyMust() {
        clock(0, 0);
        clock(1, -5000);
        kernel(0, "send", 1, 1000, 1100);
        kernel(1, "recv", 0, 200, 1104);
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, 4_896_000L);
        assertThat(findings(set)).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(f.what()).isEqualTo("clock of machine node1 bounded on one side only against that of rank 0");
            assertThat(f.why()).endsWith("go one way, so it is at least 4896.0 us behind");
            assertThat(f.effect()).startsWith("taken as 4896.0 us behind");
        });
    }

    /** A step takes 10 ms here: a doubt of half a millisecond is said. */
    @Test
    void aWideIntervalIsAWarning() {
        clock(0, 0);
        clock(1, 800_000);
        message(0, 1, 1000, 900, 1500);
        message(1, 0, 3000, 2900, 3500);
        assertThat(findings(load())).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(f.effect()).endsWith("off by up to 500.0 us");
        });
    }

    /** Where nothing names the machines, base times hold as long as they are possible. */
    @Test
    void withoutNamesOfMachinesOnlyAnImpossibleClockIsMoved() {
        clock(0, 0);
        clock(1, 30);
        message(0, 1, 1000, 900, 1040);
        message(1, 0, 3000, 2900, 3060);
        assertThat(offsets(load("", ""))).containsExactly(0L, 0L);
        clocks.put(1, 5000.0);
        events.values().forEach(List::clear);
        message(0, 1, 1000, 900, 1040);
        message(1, 0, 3000, 2900, 3060);
        assertThat(offsets(load("", ""))).containsExactly(0L, -5_000_000L + 60_000);
    }

    /** The receiver's window lacks the first of three messages: each of the others is later than the send before it. */
    @Test
    void aMissingMessageLoosensTheBoundsOnly() {
        clock(0, 0);
        clock(1, 800_000);
        gloo(0, "send", 1, 1000, 1018);
        message(0, 1, 2000, 1900, 2020);
        message(0, 1, 3000, 2900, 3020);
        message(1, 0, 4000, 3900, 4020);
        TraceSet set = load();
        long off = offsets(set).get(1) + 800_000_000L;
        assertThat(off).as("between -118 and 20 us").isEqualTo(-49_000);
    }

    /** Two all-reduces are too few for the usual comparison, but none ends before both ranks have begun it. */
    @Test
    void fewCollectivesBoundTheClockToo() {
        clock(0, 0);
        clock(1, 66_000);
        String args = "\"stream\":4,\"device\":0,\"Process Group Name\":\"0\",\"Process Group Ranks\":\"[0, 1]\"";
        event(0, "kernel", "ncclDevKernel_AllReduce(x)", 1000, 1100, args);
        event(1, "kernel", "ncclDevKernel_AllReduce(x)", 1070, 1100, args);
        event(0, "kernel", "ncclDevKernel_AllReduce(x)", 2080, 2100, args);
        event(1, "kernel", "ncclDevKernel_AllReduce(x)", 2000, 2100, args);
        TraceSet set = load();
        assertThat(offsets(set)).containsExactly(0L, -66_000_000L + 5_000);
    }

    /** A message that arrives before it was sent, whatever the offset. */
    @Test
    void contradictionsAreReported() {
        clock(0, 0);
        clock(1, 0);
        kernel(0, "send", 1, 1000, 1010);
        kernel(1, "recv", 0, 900, 1020);
        kernel(1, "send", 0, 3000, 3010);
        kernel(0, "recv", 1, 2500, 2600);
        assertThat(findings(load()))
                .extracting(Finding::what)
                .contains("messages between machines contradict each other by 190.0 us");
    }

    /** Groups with other members make the peer of an operator ambiguous, so the message is not used. */
    @Test
    void messagesOfUnknownGroupsAreNotUsed() {
        clock(0, 0);
        clock(1, 800_000);
        message(0, 1, 1000, 900, 1040);
        message(1, 0, 3000, 2900, 3060);
        String groups = "\"distributedInfo\":{\"backend\":\"gloo\",\"rank\":%d,\"world_size\":2,\"pg_config\":["
                + "{\"pg_name\":\"0\",\"pg_size\":2,\"ranks\":[0, 1]},{\"pg_name\":\"1\",\"pg_size\":1,\"ranks\":[0]}]},";
        for (int rank : events.keySet()) {
            TraceFiles.write(
                    dir.resolve("device_" + rank + ".json"),
                    "{\"host_name\":\"node" + rank + "\"," + String.format(groups, rank) + "\"baseTimeNanoseconds\":"
                            + BASE + ",\"traceEvents\":[" + String.join(",", events.get(rank)) + "]}");
        }
        TraceSet set = TraceFiles.load(dir);
        assertThat(offsets(set)).containsExactly(0L, 0L);
        assertThat(findings(set))
                .extracting(Finding::what)
                .containsExactly("clock of machine node1 not compared with that of rank 0");
    }
}
