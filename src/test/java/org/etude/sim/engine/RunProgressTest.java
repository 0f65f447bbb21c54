// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.report.EtudeException;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.RunProgress;
import org.etude.sim.spec.Cases;
import org.etude.spec.SimOptions;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final RankProgram program = new RankProgram(
            Cases.graph(Cases.work(1, 5), Cases.collective(2, 0, 998, 1), Cases.collective(3, 0, 1_998, 2)));

    @Test
    void aCollectiveCountsByItsBytesAndChunks() {
        WorkCount work = new WorkCount(true, 1);
        work.expect(program);
        assertThat(work.nodes()).isEqualTo(3);
        work.ended(program, 0);
        assertThat(work.share()).isEqualTo(1.0 / 3_001);
        Dataset dataset = new Dataset(null, 0, 1);
        dataset.expected = 4;
        work.chunkEnded(program, dataset);
        assertThat(work.share()).isEqualTo(251.0 / 3_001);
        work.ended(program, 1);
        assertThat(work.share()).isEqualTo(251.0 / 3_001);
        assertThat(work.nodesDone()).isEqualTo(2);
    }

    @Test
    void theTimeLeftIsEstimatedFromTheShareDone() {
        WorkCount work = new WorkCount(false, 8);
        work.expect(program);
        assertThat(RunProgress.text(2_500, work, 1_234, 30_000_000, 3 * SECOND, 0))
                .isEqualTo("simulate 2.5 us, 0/3 nodes, 1,234 messages, 10.0 M events/s");
        work.ended(program, 0);
        Dataset whole = new Dataset(null, 0, 1);
        whole.expected = 1;
        work.chunkEnded(program, whole);
        work.ended(program, 1);
        // 1 + 9 of 1 + 9 + 9 after 10 s
        assertThat(RunProgress.text(2_500, work, 0, 0, 10 * SECOND, 0)).endsWith(" 0.0 M events/s, 9 s left");
        assertThat(RunProgress.text(2_500, work, 0, 0, 1000 * SECOND, 0)).endsWith(", 15 min left");
    }

    @Test
    void limitsRefuseNegativesAndRoundUp() {
        SimOptions.Limits limits = SimOptions.Limits.NONE
                .wallTime(Time.us(1))
                .simulatedTime(new Time(1))
                .memory(new Bytes(7))
                .events(5);
        assertThat(limits).isEqualTo(new SimOptions.Limits(1, 5, 1, 7));
        assertThatThrownBy(() -> SimOptions.Limits.NONE.events(-1))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("the limit on events is -1");
    }
}
