// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.etude.LinkedTraces;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.network.DrawnJob.Net;
import org.etude.network.DrawnProgram.Choice;
import org.etude.spec.Fidelity;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Table;

/** Jobs drawn at random, with every step known on every network: recorded on one and predicted on the others. */
class DrawnJobsTest {
    private static final List<Net> NETS = List.of(new Net(50_000, 5), new Net(5_000, 5), new Net(1_000, 20));

    @TempDir
    Path dir;

    /** The truth has one ring per collective. */
    private static Table predicted(LinkedTraces recorded, Net net) {
        return predicted(recorded, topology(recorded, net), Fidelity.ANALYTIC);
    }

    private static Topology topology(LinkedTraces recorded, Net net) {
        return Topology.fullyConnected(recorded.set().ranks().size())
                .bandwidth(Bandwidth.gigabytesPerSecond(net.bytesPerUs() / 1e3))
                .latency(Time.us(net.latencyUs()));
    }

    private static Table predicted(LinkedTraces recorded, Topology there, Fidelity fidelity) {
        return recorded.predict(there, s -> s.fidelity(fidelity).system(b -> b.allLinks(false)))
                .steps();
    }

    /** A recording, the lengths in ms of its ranks' steps by the host's marks, and whether these are its steps. */
    private record Made(LinkedTraces traces, List<double[]> marks, Table own, boolean byHost) {}

    /** A job and when its ranks begin. */
    private record Drawn(DrawnJob job, double[] begins) {}

    private Made made(Function<Net, Drawn> draw, int net) {
        Path there = dir.resolve("n" + net);
        Drawn drawn = draw.apply(NETS.get(net));
        List<double[]> marks = drawn.job.record(there, drawn.begins);
        LinkedTraces traces = Traces.load(there.toString()).link();
        Table own = predicted(traces, NETS.get(net));
        boolean byHost = true;
        for (int row = 0; row < own.rowCount(); row++) {
            byHost &= Math.abs(own.doubleColumn("recorded_ms").get(row) / mark(marks, own, row) - 1) < 1e-3;
        }
        return new Made(traces, marks, own, byHost);
    }

    private static double mark(List<double[]> marks, Table steps, int row) {
        int rank = (int) steps.numberColumn("rank").getDouble(row);
        return marks.get(rank)[(int) steps.numberColumn("step").getDouble(row) - 1] / 1e3;
    }

    /**
     * The largest error of any rank and step, recorded on each network and predicted on each. Where the GPU runs so far behind that
     * steps are those of the GPU, they are compared with such steps alone.
     */
    private double worst(Function<Net, Drawn> draw) {
        List<Made> recorded = new ArrayList<>();
        for (int net = 0; net < NETS.size(); net++) {
            recorded.add(made(draw, net));
        }
        double worst = 0;
        for (int to = 0; to < NETS.size(); to++) {
            for (Made from : recorded) {
                Table steps = predicted(from.traces, NETS.get(to));
                Made truth = recorded.get(to);
                assertThat(steps.rowCount()).isEqualTo(truth.own.rowCount()).isPositive();
                for (int row = 0; row < steps.rowCount() && (from.byHost || !truth.byHost); row++) {
                    double ms = from.byHost
                            ? mark(truth.marks, steps, row)
                            : truth.own.doubleColumn("recorded_ms").get(row);
                    double error = steps.doubleColumn("simulated_ms").get(row) / ms - 1;
                    worst = Math.max(worst, Math.abs(error));
                }
            }
        }
        return worst;
    }

    private double worst(LongFunction<Choice> choose, long number) {
        return worst(net -> {
            DrawnProgram program = new DrawnProgram(number, net, choose);
            return new Drawn(program.job(), program.begins());
        });
    }

    private double worst(BiFunction<Long, Net, DrawnPipeline> draw, long number) {
        return worst(net -> drawn(draw.apply(number, net)));
    }

    private static Drawn drawn(DrawnPipeline pipeline) {
        return new Drawn(pipeline.job(), pipeline.begins());
    }

    /** Stages that send to the next one and receive from it in one kernel, each with a schedule of its own. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void aPipelineThatSendsInGroupsIsPredictedOnEveryNetwork(long number) {
        assertThat(worst(DrawnPipeline::stages, number)).isLessThan(0.005);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void aKernelOfSeveralMessagesIsReplayedInItsTime(long number) {
        Made ring = made(net -> drawn(DrawnPipeline.ring(number, net)), 2);
        Table steps = ring.traces.toEt().replay();
        assertThat(steps.rowCount()).isGreaterThan(5);
        assertThat(steps.doubleColumn("error_frac").asList())
                .allSatisfy(error -> assertThat(error).isBetween(-1e-5, 1e-5));
    }

    /** Two messages to the next rank and two from the one before in a kernel. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void aRingThatSendsInGroupsIsPredictedOnEveryNetwork(long number) {
        assertThat(worst(DrawnPipeline::ring, number)).isLessThan(0.005);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 6, 33})
    void aDrawnJobIsPredictedOnEveryNetwork(long number) {
        assertThat(worst(DrawnProgram::choose, number)).isLessThan(0.005);
    }

    /** Communicators of the same ranks (101), a copy that is waited for long after (118) and unlike parts of all-to-alls (109). */
    @ParameterizedTest
    @ValueSource(longs = {101, 109, 118})
    void aJobThatDoesMoreIsPredictedOnEveryNetwork(long number) {
        assertThat(worst(DrawnProgram::chooseFurther, number)).isLessThan(0.005);
    }

    /** Headers are 3.6 % of a message, and acknowledgements 4.8 % where a link is used both ways. */
    @ParameterizedTest
    @ValueSource(longs = {0, 2})
    void groupsOfMessagesTakeNoLongerInPacketsThanTheseCost(long number) {
        Net slow = NETS.get(2);
        for (Drawn drawn :
                List.of(drawn(DrawnPipeline.stages(number, slow)), drawn(DrawnPipeline.ring(number, slow)))) {
            LinkedTraces recorded = made(net -> drawn, 2).traces;
            List<Double> formula =
                    predicted(recorded, slow).doubleColumn("simulated_ms").asList();
            List<Double> packets = predicted(recorded, topology(recorded, slow), Fidelity.PACKET)
                    .doubleColumn("simulated_ms")
                    .asList();
            for (int row = 0; row < formula.size(); row++) {
                assertThat(packets.get(row) / formula.get(row)).isBetween(1.005, 1.084);
            }
        }
    }

    /** Only the sender, or only the receiver, of a message states its size. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void sizesOfOneEndSuffice(long number) {
        assertThat(worst(DrawnPipeline::stagesWithSizesOfOneEnd, number)).isLessThan(0.005);
        assertThat(worst(DrawnPipeline::ringWithSizesOfOneEnd, number)).isLessThan(0.005);
    }

    /** The same job with each rank on a machine of its own, whose clock is up to 3 ms off. */
    private static Drawn onMachines(Drawn drawn, long number) {
        Random random = new Random(31 * number + 7);
        double[] clocks = new double[drawn.begins.length];
        for (int rank = 1; rank < clocks.length; rank++) {
            clocks[rank] = Math.round(6_000 * (random.nextDouble() - 0.5));
        }
        return new Drawn(drawn.job.onMachines(clocks), drawn.begins);
    }

    /** The messages of a pipeline go both ways between its stages, those of a ring all the way around. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void groupsOfMessagesTellTheClocksOfMachines(long number) {
        assertThat(worst(net -> onMachines(drawn(DrawnPipeline.stages(number, net)), number)))
                .isLessThan(0.005);
        assertThat(worst(net -> onMachines(drawn(DrawnPipeline.ring(number, net)), number)))
                .isLessThan(0.005);
    }

    private static LongStream many() {
        return LongStream.range(0, 24);
    }

    /** Where no execution trace names storages, which collective a stream waits for is a guess. */
    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("many")
    void manyDrawnJobsArePredictedOnEveryNetwork(long number) {
        bounded(DrawnProgram::choose, number);
    }

    /** Collectives on slow links end up to a millisecond apart, so that clocks are known no better. */
    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("many")
    void manyDrawnJobsOnMachinesOfTheirOwnArePredictedOnEveryNetwork(long number) {
        double worst = worst(net -> {
            DrawnProgram program = new DrawnProgram(number, net, DrawnProgram::choose);
            return onMachines(new Drawn(program.job(), program.begins()), number);
        });
        System.out.printf(Locale.ROOT, "job %d on machines: %.3f %%%n", number, 100 * worst);
        assertThat(worst).isLessThan(0.06);
    }

    private static LongStream manyMore() {
        return LongStream.range(100, 124);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("manyMore")
    void manyJobsThatDoMoreArePredictedOnEveryNetwork(long number) {
        bounded(DrawnProgram::chooseFurther, number);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("many")
    void manyPipelinesAndRingsThatSendInGroupsArePredictedOnEveryNetwork(long number) {
        double stages = worst(DrawnPipeline::stages, number);
        double ring = worst(DrawnPipeline::ring, number);
        double apart = Math.max(
                worst(net -> onMachines(drawn(DrawnPipeline.stages(number, net)), number)),
                worst(net -> onMachines(drawn(DrawnPipeline.ring(number, net)), number)));
        System.out.printf(
                Locale.ROOT,
                "groups %d: pipeline %.3f %%, ring %.3f %%, either on machines %.3f %% %s%n",
                number,
                100 * stages,
                100 * ring,
                100 * apart,
                DrawnPipeline.ring(number, NETS.get(0)));
        assertThat(Math.max(stages, ring)).isLessThan(0.005);
        assertThat(apart).isLessThan(0.01);
    }

    private void bounded(LongFunction<Choice> choose, long number) {
        boolean told = choose.apply(number).style().storages();
        double worst = worst(choose, number);
        System.out.printf(Locale.ROOT, "job %d %s: %.3f %%%n", number, told ? "" : "without storages", 100 * worst);
        assertThat(worst).isLessThan(told ? 0.01 : 0.08);
    }
}
