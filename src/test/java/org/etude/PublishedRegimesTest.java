// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.gigabytesPerSecond;
import static org.etude.unit.Units.us;

import org.etude.sim.result.StallException;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The published comparison of 128 nodes (docs/accuracy/collectives.md), its networks and system settings, on the analytical networks:
 * what must come out of it whatever the packets do.
 */
class PublishedRegimesTest {
    /** The published computation of ResNet-50: a step of 274,982,000 cycles. */
    private static final Time COMPUTE = new Time(274_982_000_000L);
    /** 1.84 GiB scaled by 127/64, twice: 985,088 flows are 74 all-reduces of 13,312 flows. */
    private static final Bytes BUCKETS = new Bytes(Math.round(2 * 1.84 * (1L << 30) * 127 / 64));

    private static final AlgorithmSpec[] RINGS = {AlgorithmSpec.RING, AlgorithmSpec.RING, AlgorithmSpec.RING};

    static Topology torus() {
        return published(Topology.torus(4, 4, 8));
    }

    static Topology twisted() {
        return published(Topology.twistedTorus(4, 4, 8));
    }

    private static Topology published(Topology shape) {
        return shape.bandwidth(gbps(25), gbps(25), gbps(65), gbps(65)).latency(us(5), us(5), us(14), us(14));
    }

    private static Simulation run(
            Workload work, Topology topology, Fidelity fidelity, int active, AlgorithmSpec... how) {
        return work.simulate(topology, s -> s.fidelity(fidelity)
                .splits(4)
                .activeChunks(active)
                .localBandwidthAware(true)
                .localMemory(gigabytesPerSecond(540))
                .allReduce(how)
                .record());
    }

    @Test
    void gradientsHideBehindComputationOnEveryTopology() {
        Workload work = Workloads.hiddenAllReduce(128, COMPUTE, new Bytes(Math.round(89.7 * (1 << 20))));
        Topology tree = Topology.fatTree(16, 8).bandwidth(gbps(65)).latency(us(14), us(5));
        assertThat(run(work, torus(), Fidelity.AWARE, 1, RINGS).result().stepNs())
                .isEqualTo(274_982_000);
        assertThat(run(work, twisted(), Fidelity.AWARE, 4, RINGS).result().stepNs())
                .isEqualTo(274_982_000);
        assertThat(run(work, tree, Fidelity.AWARE, 1, AlgorithmSpec.HALVING_DOUBLING)
                        .result()
                        .stepNs())
                .isEqualTo(274_982_000);
    }

    /** Published: 4,057,223,220 cycles; the formula lacks 48 bytes of headers on 1000 of payload. */
    @Test
    @Tag("campaign")
    void theTorusWithOneActiveChunkIsBoundByItsSlowDimensions() {
        Workload work = Workloads.allReduces(128, BUCKETS, 74);
        long ns = run(work, torus(), Fidelity.ANALYTIC, 1, RINGS).result().stepNs();
        assertThat(ns * 1.048 / 4_057_223_220.0).isBetween(0.99, 1.01);
    }

    /** Published: 5,056,827,752, 8,997,989,486 and 8,834,772,125 cycles. */
    @Test
    @Tag("campaign")
    void theTwistCostsRingsMoreThanHalvingAndDoubling() {
        Workload work = Workloads.allReduces(128, BUCKETS, 74);
        long torus = run(work, torus(), Fidelity.AWARE, 4, RINGS).result().stepNs();
        long rings = run(work, twisted(), Fidelity.AWARE, 4, RINGS).result().stepNs();
        long halving = run(
                        work,
                        twisted(),
                        Fidelity.AWARE,
                        4,
                        AlgorithmSpec.HALVING_DOUBLING,
                        AlgorithmSpec.HALVING_DOUBLING,
                        AlgorithmSpec.RING)
                .result()
                .stepNs();
        assertThat(torus).isLessThan(halving);
        assertThat(halving).isLessThan(rings);
        assertThat((double) rings / torus).isBetween(1.6, 1.9);
    }

    /** Published: the twisted torus stops with 1 and 2 active chunks and completes with 4; the plain torus completes with 1. */
    @Test
    void theTwistedTorusStallsAndSaysWhy() {
        Workload work = Workloads.allReduces(128, BUCKETS, 74);
        for (int active : new int[] {1, 2}) {
            assertThatThrownBy(() -> run(work, twisted(), Fidelity.AWARE, active, RINGS))
                    .isInstanceOf(StallException.class)
                    .hasMessageContaining("128 of 128 ranks stopped")
                    .hasMessageContaining("chunks hold the slots of queues")
                    .hasMessageContaining("cycle of 4 chunks");
        }
        assertThat(run(work, twisted(), Fidelity.AWARE, 4, RINGS).result().complete())
                .isTrue();
        assertThat(run(work, torus(), Fidelity.AWARE, 1, RINGS).result().complete())
                .isTrue();
    }

    @Test
    void stallFreeSchedulingGoesThrough() {
        Workload work = Workloads.allReduces(128, new Bytes(8 << 20), 8);
        Simulation sim = work.simulate(twisted(), s -> s.fidelity(Fidelity.AWARE)
                .splits(4)
                .activeChunks(1)
                .localBandwidthAware(true)
                .allReduce(RINGS)
                .stallFree()
                .record());
        assertThat(sim.result().complete()).isTrue();
    }
}
