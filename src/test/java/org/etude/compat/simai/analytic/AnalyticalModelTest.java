// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyticalModelTest {
    private static final String HEADER =
            "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: %d ep: %d pp: %d vpp: 2 ga: 4 all_gpus: %d"
                    + " checkpoints: 0 checkpoint_initiates: 0 pp_comm: 1073741824\n%d\n";
    private static final long GIB = 1L << 30;

    @TempDir
    private Path dir;

    private static SimAiWorkload workload(int tp, int ep, int pp, int gpus, String... rows) {
        return SimAiWorkload.parse(
                "test", String.format(HEADER, tp, ep, pp, gpus, rows.length) + String.join("\n", rows) + "\n");
    }

    private static AnalyticalOptions options(int gpus, int nics, boolean corrected, AnalyticalOptions.Overlap overlap) {
        return new AnalyticalOptions(gpus, 8, nics, 400, 50, overlap, corrected);
    }

    private static AnalyticalResult run(SimAiWorkload workload, int gpus) {
        return AnalyticalModel.run(workload, options(gpus, 8, false, AnalyticalOptions.Overlap.DEFAULT), Ratios.NONE);
    }

    /** One GiB all-reduced by 8 ranks at 400 GiB/s on the bus: 2 x 7/8 / 400 s. */
    @Test
    void ringInsideAServer() {
        AnalyticalResult result =
                run(workload(8, 1, 1, 8, "a -1 1000 ALLREDUCE " + GIB + " 2000 NONE 0 3000 NONE 0 100"), 8);
        RowTimes.Pass forward = result.rows().get(0).forward();
        assertThat(forward.commNs()).isEqualTo(4_375_000);
        assertThat(forward.algorithmBandwidth()).isCloseTo(400 / 1.75f, within(1e-4f));
        assertThat(forward.busBandwidth()).isCloseTo(400, within(1e-4f));
        assertThat(result.sums().tp()).isEqualTo(4375);
        assertThat(result.sums().compute()).isEqualTo(6);
        assertThat(result.sums().total()).isEqualTo(4381);
        assertThat(result.report().size()).isZero();
    }

    /** DP 2 over two servers, one NIC per rank: 1/2 / 50 s; EP 4 over one server: 3/4 / 400 s. */
    @Test
    void groupsTakeTheirOwnBandwidth() {
        AnalyticalResult result =
                run(workload(8, 1, 1, 16, "a -1 0 NONE 0 0 NONE 0 0 REDUCESCATTER " + GIB + " 100"), 16);
        assertThat(result.sums().dp()).isEqualTo(10_000);
        AnalyticalResult experts = run(workload(2, 4, 1, 8, "a -1 0 ALLTOALL_EP " + GIB + " 0 NONE 0 0 NONE 0 100"), 8);
        assertThat(experts.sums().ep()).isEqualTo(1875);
        assertThat(experts.sums().tp()).isZero();
    }

    @Test
    void overlapHidesAndStagesWait() {
        SimAiWorkload piped = workload(8, 1, 2, 16, "a -1 4000 ALLREDUCE " + GIB + " 2000 NONE 0 2000 NONE 0 100");
        AnalyticalResult result = AnalyticalModel.run(
                piped, options(16, 8, false, new AnalyticalOptions.Overlap(0, 0.5, 0, 0.5)), Ratios.NONE);
        assertThat(result.sums().tp()).isEqualTo(2187.5);
        assertThat(result.sums().bubble()).isCloseTo((4375 + 8) / 8.0, within(1e-9));
        assertThat(result.sums().pp()).as("2 x 8 GiB at 0.5 GiB/s, half hidden").isEqualTo(16e6);
    }

    @Test
    void smallMessagesHaveFixedTimesAndForwardOnesAreRaised() {
        String row = "a -1 0 ALLREDUCE 4 0 ALLREDUCE 4 0 NONE 0 100";
        AnalyticalResult eight = run(workload(8, 1, 1, 8, row), 8);
        assertThat(eight.rows().get(0).forward())
                .isEqualTo(new RowTimes.Pass(0, 15_000, 15_000, 4096, Optional.of(CollectiveType.ALL_REDUCE), 8));
        assertThat(eight.rows().get(0).inputGrad().bytes()).isEqualTo(4);
        AnalyticalResult six = run(workload(6, 1, 1, 6, row), 6);
        assertThat(six.rows().get(0).forward().commNs()).isZero();
        assertThat(six.report().findings()).extracting(Finding::what).containsExactly("a small message among 6 ranks");
    }

    @Test
    void senselessValuesAreReported() {
        AnalyticalResult alone = run(workload(1, 1, 1, 8, "a -1 0 ALLREDUCE " + GIB + " 0 NONE 0 0 NONE 0 100"), 8);
        assertThat(alone.sums().total()).isZero();
        assertThat(alone.report().has(Finding.Level.ERROR)).isTrue();
        AnalyticalResult nics = AnalyticalModel.run(
                workload(4, 2, 1, 64, "a -1 0 NONE 0 0 NONE 0 0 ALLGATHER_DP_EP " + GIB + " 100"),
                options(64, 4, false, AnalyticalOptions.Overlap.DEFAULT),
                Ratios.NONE);
        assertThat(nics.sums().dpEp()).as("half a NIC: 7/8 / 25 s").isEqualTo(35_000);
        assertThat(nics.report().findings().get(0).why()).contains("bandwidth of -1");
        SimAiWorkload none =
                SimAiWorkload.parse("w", String.format(HEADER, 1, 1, 1, 1, 0).replace("ga: 4", "ga: 0"));
        assertThatThrownBy(() -> run(none, 1)).hasMessageContaining("ga: 0").hasMessageContaining("NaN or Inf");
    }

    /** SimAI writes an empty file for more than 16 GiB, which its tables do not reach. */
    @Test
    void moreThanSixteenGibibytesAreReportedAndTimed() throws IOException {
        String table = "Size,1,2,4,8\n16777216,0.5,0.5,0.5,0.5\n17179869184,1,1,1,1\n";
        for (String name : List.of("nic_ratio.csv", "nvlink_ratio.csv", "ata_ratio.csv")) {
            Files.writeString(dir.resolve(name), table);
        }
        AnalyticalResult result = AnalyticalModel.run(
                workload(8, 1, 1, 64, "a -1 0 ALLGATHER " + 17 * GIB + " 0 NONE 0 0 NONE 0 100"),
                options(64, 8, false, AnalyticalOptions.Overlap.DEFAULT),
                Ratios.read(dir));
        assertThat(result.report().has(Finding.Level.ERROR)).isTrue();
        assertThat(result.report().findings().get(0).toString()).contains("16 GiB");
        assertThat(result.sums().tp()).isPositive();
    }

    @Test
    void computationOfManySecondsIsAccepted() {
        AnalyticalResult result = run(workload(1, 1, 1, 1, "a -1 4294967296000 NONE 0 0 NONE 0 0 NONE 0 100"), 1);
        assertThat(result.sums().compute()).isEqualTo(4_294_967_296.0);
    }

    @Test
    void correctionsChangeStagesAndServers() {
        SimAiWorkload data = workload(1, 1, 2, 16, "a -1 0 NONE 0 0 NONE 0 0 ALLGATHER " + GIB + " 100");
        AnalyticalOptions.Overlap half = new AnalyticalOptions.Overlap(0, 0, 0, 0.5);
        AnalyticalResult simAi = AnalyticalModel.run(data, options(16, 8, false, half), Ratios.NONE);
        AnalyticalResult ours = AnalyticalModel.run(data, options(16, 8, true, half), Ratios.NONE);
        assertThat(simAi.sums().pp()).isEqualTo(16e6);
        assertThat(ours.sums().pp()).isEqualTo(160_000);
        assertThat(simAi.sums().dp()).as("8 servers: 8 NICs, as fast as NVLink").isEqualTo(2187.5);
        assertThat(ours.sums().dp()).as("8 ranks of one server").isEqualTo(2187.5);
    }

    @Test
    void ratiosLowerTheBandwidthOfSmallMessages() throws IOException {
        String table = "Size,1,2\n16777216,0.5,0.25\n33554432,1,\n";
        for (String name : List.of("nic_ratio.csv", "nvlink_ratio.csv", "ata_ratio.csv")) {
            Files.writeString(dir.resolve(name), table);
        }
        RatioTable nic = Ratios.read(dir).nic();
        assertThat(nic.share(0, 1)).isEqualTo(1);
        assertThat(nic.share(1000, 1)).isEqualTo(0.5);
        assertThat(nic.share(25165824, 1)).isEqualTo(0.75);
        assertThat(nic.share(16777216, 2)).as("what was not measured is 1").isEqualTo(0.25);
        assertThat(nic.beyond(33554433)).isTrue();
        assertThatThrownBy(() -> Ratios.read(dir.resolve("none"))).hasMessageContaining("cannot be read");
    }

    @Test
    void givenBandwidths() throws IOException {
        Path file = Files.writeString(
                dir.resolve("b.yaml"),
                "name\nTP:\nallreduce,: 100 # measured\nallgather,: null\nDP:\nallgather,: 10\nEP:\nalltoall,: 20\nPP:\nbusbw: 50\n");
        SimAiWorkload workload = workload(
                4, 2, 2, 32, "a -1 0 ALLREDUCE " + GIB + " 0 ALLGATHER " + GIB + " 0 REDUCESCATTER " + GIB + " 100");
        AnalyticalResult result = AnalyticalModel.run(
                workload, options(32, 8, false, new AnalyticalOptions.Overlap(0, 0, 0, 0)), BusBandwidths.read(file));
        assertThat(result.sums().tp()).isEqualTo(15_000);
        assertThat(result.sums().dp()).isEqualTo(75_000);
        assertThat(result.sums().pp()).isEqualTo(320_000);
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .containsExactly("no bandwidth for ALLGATHER in groups of TP");
        Files.writeString(file, "name\nTP:\nallreduce,: fast\n");
        assertThatThrownBy(() -> BusBandwidths.read(file)).hasMessageContaining("line 3: 'fast' is not a bandwidth");
    }

    @Test
    void textOfAResult() {
        AnalyticalResult result =
                run(workload(8, 1, 1, 8, "a -1 1000 ALLREDUCE " + GIB + " 2000 NONE 0 3000 NONE 0 100"), 8);
        assertThat(AnalyticalCsv.text("x-", result).lines())
                .contains("x-, 0 (0.00%), 0 (0.00%), 4375 (99.86%), 0 (0.00%), 0 (0.00%), 0 (0.00%), 6 (0.14%), 4375"
                        + " (99.86%), 4381")
                .contains("a,Analytical_test,1,3,2,4375,0,0,4375,228.57,400.00,0,-nan,0.00,0,-nan,0.00");
    }

    @Test
    void ratesByType() {
        assertThat(BusRates.nvlink("h20")).isCloseTo(370.8, within(1e-9));
        assertThat(BusRates.nic("bf3")).isEqualTo(48.5);
        assertThatThrownBy(() -> BusRates.nvlink("T4")).hasMessageContaining("GPU type 'T4'");
        assertThatThrownBy(() -> BusRates.nic("cx3")).hasMessageContaining("NIC type 'cx3'");
    }

    /** Time grows with size and is what bandwidth and factor say, to the nanosecond. */
    @Property
    void timeIsBytesOverBandwidth(
            @ForAll @IntRange(min = 2, max = 8) int tp, @ForAll @LongRange(min = 1 << 20, max = 1L << 40) long bytes) {
        AnalyticalResult result =
                run(workload(tp, 1, 1, tp, "a -1 0 ALLGATHER " + bytes + " 0 NONE 0 0 NONE 0 100"), tp);
        double exact = bytes / (double) GIB / 400 * 1e9 * (tp - 1) / tp;
        assertThat((double) result.rows().get(0).forward().commNs()).isCloseTo(exact, within(1 + 1e-9 * exact));
    }

    /** As SimAI's C++ prints it: 0/0 is -nan, the size of no communication counts, and the middle goes to the even digit. */
    @Test
    void cellsAreSimAis() {
        String[] rows = {
            "bare -1 0 NONE 4096 0 ALLREDUCE_XX 2097152 0 NONE 0 100",
            "even -1 500 ALLREDUCE 0 1500 ALLREDUCE 4 2500 NONE 0 100",
            "small -1 0 ALLGATHER_XX 5000 0 NONE 0 0 NONE 0 100"
        };
        AnalyticalResult result = AnalyticalModel.run(
                workload(8, 1, 1, 8, rows),
                options(8, 8, false, new AnalyticalOptions.Overlap(0, 0.3, 0, 1)),
                Ratios.NONE);
        assertThat(AnalyticalCsv.text("x-", result).lines().skip(3))
                .containsExactly(
                        "bare,Analytical_test,0,0,0,0,0,0,0,inf,0.00,0,-nan,0.00,0,inf,inf",
                        "even,Analytical_test,0,2,2,0,0,10,0,-nan,-nan,0,-nan,0.00,15,0.00,0.00",
                        "small,Analytical_test,0,0,0,10,0,0,15,0.31,0.27,0,-nan,0.00,0,-nan,0.00");
        assertThat(result.rows().get(1).inputGrad().exposedNs())
                .as("15000 times 0.7 in 32 bits")
                .isEqualTo(10_500);
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .containsExactly("the unknown group of 'ALLREDUCE_XX'", "the unknown group of 'ALLGATHER_XX'");
    }

    /** Sums of times at the end of the clock are large, not negative; ranks beyond whole numbers are refused. */
    @Test
    void numbersDoNotWrap() {
        long most = Long.MAX_VALUE;
        AnalyticalResult result =
                run(workload(1, 1, 2, 2, "a -1 " + most + " NONE 0 " + most + " NONE 0 " + most + " NONE 0 100"), 2);
        assertThat(result.sums().compute()).isCloseTo(3.0 * most / 1000, within(1e9));
        assertThat(result.sums().bubble()).isPositive();
        SimAiWorkload wide = workload(1 << 20, 1, 1 << 20, 8, "a -1 0 ALLREDUCE 5 0 NONE 0 0 NONE 0 100");
        assertThatThrownBy(() -> run(wide, 8)).hasMessageContaining("more than two billion ranks");
    }

    @Test
    void whatIsUnknownOrTooLongForSimAiIsReported() {
        AnalyticalResult result = run(
                workload(
                        1,
                        1,
                        1,
                        1,
                        "a -1 2147483647 BROADCAST 5 0 NONE 0 0 NONE 0 100",
                        "b -1 2147483648 NONE 0 0 NONE" + " 0 0 NONE 0 100"),
                1);
        assertThat(result.report().findings())
                .extracting(Finding::where, Finding::what)
                .containsExactly(
                        tuple("a", "the unknown collective 'BROADCAST'"),
                        tuple("b", "a computation of more than 2^31 ns"));
    }

    /** Bandwidths of -1 do not matter when nothing is sent, as for the experts of a dense model. */
    @Test
    void unusedBandwidthsMayBeSenseless() throws IOException {
        String row = "a -1 0 NONE 0 0 NONE 0 0 ALLGATHER_DP_EP 0 100";
        AnalyticalResult nics = AnalyticalModel.run(
                workload(4, 2, 1, 64, row), options(64, 4, false, AnalyticalOptions.Overlap.DEFAULT), Ratios.NONE);
        assertThat(nics.report().size()).isZero();
        Path file = Files.writeString(dir.resolve("b.yaml"), "name\nEP:\nallgather,: null\n");
        AnalyticalResult given = AnalyticalModel.run(
                workload(4, 2, 1, 64, row),
                options(64, 8, false, AnalyticalOptions.Overlap.DEFAULT),
                BusBandwidths.read(file));
        assertThat(given.report().size()).isZero();
    }

    /** Sums are those of the rows, nothing is negative, and hiding more exposes less. */
    @Property
    void sumsAddUp(
            @ForAll @Size(min = 1, max = 6) List<@From("rows") String> rows,
            @ForAll("widths") int tp,
            @ForAll("widths") int ep,
            @ForAll @DoubleRange(min = 0, max = 1) double hidden) {
        SimAiWorkload workload = workload(tp, ep, 1, 64 * tp * ep, rows.toArray(new String[0]));
        AnalyticalResult open = run(workload, 64 * tp * ep);
        AnalyticalOptions.Overlap overlap = new AnalyticalOptions.Overlap(hidden, hidden, hidden, 1);
        AnalyticalResult result = AnalyticalModel.run(workload, options(64 * tp * ep, 8, false, overlap), Ratios.NONE);
        double exposed = 0;
        for (RowTimes row : result.rows()) {
            for (RowTimes.Pass pass : List.of(row.forward(), row.weightGrad(), row.inputGrad())) {
                assertThat(pass.commNs()).isNotNegative();
                assertThat(pass.exposedNs()).isBetween(0L, pass.commNs() + pass.commNs() / 1_000_000 + 1);
                exposed += pass.exposedNs() / 1000.0;
            }
        }
        assertThat(result.sums().exposed()).isCloseTo(exposed, within(1e-6 + 1e-12 * exposed));
        assertThat(result.sums().total()).isCloseTo(result.sums().compute() + exposed, within(1e-6 + 1e-12 * exposed));
        assertThat(result.sums().exposed()).isLessThanOrEqualTo(open.sums().exposed() * (1 + 1e-6));
    }

    @Provide
    Arbitrary<Integer> widths() {
        return Arbitraries.of(1, 2, 3, 4, 8, 12, 16);
    }

    @Provide
    Arbitrary<String> rows() {
        Arbitrary<String> comm = Arbitraries.of(
                "NONE",
                "ALLREDUCE",
                "ALLGATHER",
                "REDUCESCATTER_EP",
                "ALLTOALL_EP",
                "ALLTOALL",
                "ALLREDUCE_DP_EP",
                "X_Y");
        Arbitrary<Long> bytes = Arbitraries.longs().between(0, 1L << 36);
        Arbitrary<String> pass = Combinators.combine(Arbitraries.longs().between(0, 1 << 20), comm, bytes)
                .as((nanos, name, size) -> nanos + " " + name + " " + size);
        return Combinators.combine(pass, pass, pass)
                .as((one, two, three) -> "a -1 " + one + " " + two + " " + three + " 100");
    }
}
