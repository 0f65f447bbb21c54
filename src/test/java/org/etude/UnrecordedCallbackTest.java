// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.etude.link.Recording;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A step as PowerSGD makes it: an all-reduce, and a second one that a callback calls. On rank 1 the callback runs on the
 * thread that the profiler records, on rank 0 on another one.
 */
class UnrecordedCallbackTest {
    private static final String SHAPES = "[[1024]]";
    private static final String TYPES = "[\"Tensor(float)\"]";
    private static final int MAIN = 1;
    private static final int CALLBACK = 9;

    @TempDir
    private Path dir;

    private static void allReduce(Recording.Rank rank, long id, int thread, double at, boolean recorded) {
        long root = thread == MAIN ? 2 : 3;
        rank.node(id, "c10d::allreduce_", root, id, "tid", thread)
                .inputs("[[[1]]]", "[" + SHAPES + "]", "[[\"Tensor(float)\"]]")
                .node(id + 1, "gloo:all_reduce", root, id + 1, "tid", thread)
                .inputs("[[1]]", SHAPES, TYPES);
        if (recorded) {
            rank.op("c10d::allreduce_", MAIN, at, 1, "Record function id", id)
                    .op("gloo:all_reduce", 7, at + 2, 6, "Record function id", id + 1);
        }
    }

    private void record() {
        Recording job = new Recording(2);
        for (int number = 0; number < 2; number++) {
            Recording.Rank rank = job.rank(number).thread(2, MAIN).thread(3, CALLBACK);
            rank.op(10, "aten::mm", 2, MAIN, 0, 8);
            allReduce(rank, 11, MAIN, 10, true);
            allReduce(rank, 20, number == 0 ? CALLBACK : MAIN, 30, number == 1);
            rank.thread(4, 5).op(15, "aten::zeros", 4, 5, 30, 10).op(30, "aten::add_", 2, MAIN, 50, 5);
        }
        job.load(dir);
    }

    @Test
    void runsOnBothRanksWithBothAllReduces() {
        record();
        Workload work = Traces.load(dir).link().toEt();
        assertThat(work.replayed()).isNotEmpty().allSatisfy(step -> assertThat(step.replayedNanos())
                .isCloseTo(step.measuredNanos(), within(1L)));
        assertThat(work.findings()
                        .where(work.findings().intColumn("rank").isEqualTo(0))
                        .stringColumn("what"))
                .contains("1 dependency on or of a collective inferred from timestamps");
        Simulation run = work.repair()
                .simulate(Topology.ring(2).bandwidth(Bandwidth.gbps(10)).latency(Time.us(1)));
        assertThat(run.ranks().rowCount()).isEqualTo(2);
    }
}
