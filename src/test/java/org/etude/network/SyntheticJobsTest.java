// SPDX-License-Identifier: Apache-2.0
package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.network.SyntheticJob.Net;
import org.etude.spec.Fidelity;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs whose length is known on every network: recorded on one, predicted on another within 0.001 %, both ways. */
class SyntheticJobsTest {
    private static final double WORST = 1e-5;
    private static final Net FAST = new Net(50_000, 5);
    private static final Net MIDDLE = new Net(12_500, 5);
    private static final Net SLOW = new Net(1_250, 20);

    @TempDir
    Path dir;

    private enum Kind {
        DDP(SyntheticJobsTest::ddp),
        FSDP(SyntheticJobsTest::fsdp),
        TP(SyntheticJobsTest::tp),
        MOE(SyntheticJobsTest::moe),
        PIPELINE(SyntheticJobsTest::pipeline);

        private final Consumer<SyntheticJob> program;

        Kind(Consumer<SyntheticJob> program) {
            this.program = program;
        }
    }

    private record Job(Kind kind, int ranks, boolean hip, double skew) {
        SyntheticJob on(Net net) {
            SyntheticJob job = new SyntheticJob(ranks, hip, skew, net);
            kind.program.accept(job);
            return job;
        }
    }

    private static void ddp(SyntheticJob job) {
        for (int step = 0; step < 3; step++) {
            for (int layer = 0; layer < 6; layer++) {
                job.kernel(400);
            }
            for (int bucket = 0; bucket < 4; bucket++) {
                job.kernel(700);
                job.collective(bucket, "allreduce_", 6_553_600, 900 + bucket);
            }
            for (int bucket = 0; bucket < 4; bucket++) {
                job.await(bucket);
                job.kernel(150, 900 + bucket);
            }
            job.kernel(300);
            job.item();
        }
    }

    private static void fsdp(SyntheticJob job) {
        for (int step = 0; step < 2; step++) {
            job.collective(0, "_allgather_base_", 4_194_304, 900);
            for (int layer = 0; layer < 5; layer++) {
                if (layer < 4) {
                    job.collective(layer + 1, "_allgather_base_", 4_194_304, 901 + layer);
                }
                job.await(layer);
                job.kernel(800, 900 + layer);
            }
            for (int layer = 4; layer >= 0; layer--) {
                job.kernel(900, 900 + layer);
                job.collective(10 + layer, "_reduce_scatter_base_", 4_194_304, 950 + layer);
            }
            job.await(10);
            job.kernel(200, 950);
            job.item();
        }
    }

    private static void tp(SyntheticJob job) {
        for (int layer = 0; layer < 12; layer++) {
            job.kernel(500);
            job.collective(0, "allreduce_", 2_097_152, 900);
            job.await(0);
            job.kernel(300, 900);
        }
        job.item();
    }

    private static void moe(SyntheticJob job) {
        for (int layer = 0; layer < 6; layer++) {
            job.kernel(300);
            job.collective(0, "alltoall_base_", 2_097_152, 900);
            job.kernel(250);
            job.await(0);
            job.kernel(600, 900);
            job.collective(1, "alltoall_base_", 2_097_152, 901);
            job.await(1);
            job.kernel(200, 901);
        }
        job.item();
    }

    private static void pipeline(SyntheticJob job) {
        int batches = 4;
        for (int m = 0; m < batches; m++) {
            job.commOn(1, SyntheticJob.RECEIVE, m, "recv", 2_097_152, 900 + m, 0);
            job.commOn(0, SyntheticJob.RECEIVE, 10 + m, "recv", 2_097_152, 920 + m, 1);
        }
        for (int m = 0; m < batches; m++) {
            job.kernelOn(0, SyntheticJob.COMPUTE, 700);
            job.commOn(0, SyntheticJob.COMM, 30 + m, "send", 2_097_152, 940 + m, 1);
            job.awaitOn(1, m);
            job.kernelOn(1, SyntheticJob.COMPUTE, 1400, 900 + m);
            job.commOn(1, SyntheticJob.COMM, 40 + m, "send", 2_097_152, 960 + m, 0);
        }
        for (int m = 0; m < batches; m++) {
            job.awaitOn(0, 10 + m);
            job.kernelOn(0, SyntheticJob.COMPUTE, 800, 920 + m);
        }
        job.item();
    }

    private static Stream<Job> few() {
        return Stream.of(
                new Job(Kind.DDP, 2, false, 0.04),
                new Job(Kind.DDP, 4, true, 0.02),
                new Job(Kind.FSDP, 2, true, 0.03),
                new Job(Kind.TP, 4, false, 0.02),
                new Job(Kind.MOE, 2, false, 0.03),
                new Job(Kind.PIPELINE, 2, true, 0));
    }

    private static Stream<Job> many() {
        List<Job> jobs = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int ranks : kind == Kind.PIPELINE || kind == Kind.MOE ? List.of(2) : List.of(2, 4)) {
                for (double skew : List.of(0.0, 0.02, 0.04)) {
                    jobs.add(new Job(kind, ranks, false, skew));
                    jobs.add(new Job(kind, ranks, true, skew));
                }
            }
        }
        return jobs.stream();
    }

    @ParameterizedTest
    @MethodSource("few")
    void aJobIsPredictedFromFastToSlowAndBack(Job job) {
        predictsAll(job, List.of(FAST, SLOW));
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("many")
    void everyJobIsPredictedOnEveryNetwork(Job job) {
        predictsAll(job, List.of(FAST, MIDDLE, SLOW));
    }

    /**
     * What packets add is known: 36 bytes of headers for 1000 of payload, 48 of an acknowledgement for each packet that comes the
     * other way, and the way back of each message's last one. Beyond that they stay within 2 %.
     */
    @ParameterizedTest
    @MethodSource("few")
    void packetsTakeTheirHeadersAndAcknowledgementsLonger(Job job) {
        for (Net net : List.of(FAST, SLOW)) {
            Path there = dir.resolve("p" + net.bytesPerUs());
            double truth = job.on(net).record(there);
            Workload recorded = Traces.load(there.toString()).link().toEt().repair();
            Topology loaded = ring(job, new Net(net.bytesPerUs() / 1.084, 2 * net.latencyUs()));
            double most = recorded.simulate(loaded).result().stepNs();
            // Each host has a switch of its own, joined by a link that takes no time here.
            Topology packets = ring(job, net).latency(Time.us(net.latencyUs()), Time.us(0));
            double taken = recorded.simulate(packets, s -> s.fidelity(Fidelity.PACKET))
                    .result()
                    .stepNs();
            assertThat(taken).as("%s on %s", job, net).isBetween(truth * 0.995, most * 1.02);
        }
    }

    private static Topology ring(Job job, Net net) {
        return Topology.ring(job.ranks)
                .bandwidth(Bandwidth.gigabytesPerSecond(net.bytesPerUs() / 1e3))
                .latency(Time.us(net.latencyUs()));
    }

    private void predictsAll(Job job, List<Net> nets) {
        List<Workload> recorded = new ArrayList<>();
        List<Double> truth = new ArrayList<>();
        for (Net net : nets) {
            Path there = dir.resolve("n" + recorded.size());
            truth.add(job.on(net).record(there));
            recorded.add(Traces.load(there.toString()).link().toEt().repair());
        }
        for (int from = 0; from < nets.size(); from++) {
            for (int to = 0; to < nets.size(); to++) {
                Net net = nets.get(to);
                double predicted =
                        recorded.get(from).simulate(ring(job, net)).result().stepNs();
                assertThat(predicted / truth.get(to) - 1)
                        .as("%s recorded on %s, on %s", job, nets.get(from), net)
                        .isBetween(-WORST, WORST);
            }
        }
    }
}
