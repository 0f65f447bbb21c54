// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkDecisionsTest {
    private final List<String> judged = new ArrayList<>();
    private final List<Long> sought = new ArrayList<>();

    private final MarkDecisions decisions = new MarkDecisions(
            new MarkDecisions.Judge() {
                @Override
                public void decide(int port, long queued) {
                    judged.add(port + ":" + queued);
                }

                @Override
                public void frame() {
                    judged.add("frame");
                }

                @Override
                public void seek(long stream) {
                    sought.add(stream);
                }
            },
            1);

    @Test
    void drawsInOrder() {
        decisions.add(3, 500);
        decisions.addFrame();
        decisions.add(1, (1L << 40) - 1);
        assertThat(judged).isEmpty();
        decisions.draw();
        assertThat(judged).containsExactly("3:500", "frame", "1:1099511627775");
        assertThat(decisions.size()).isZero();
    }

    @Test
    void makesARunAgainAtOtherPorts() {
        decisions.add(9, 1);
        decisions.add(3, 500);
        decisions.addFrame();
        MarkRun run = decisions.since(1, port -> port - 3);
        decisions.addAll(run, new int[] {20});
        decisions.draw();
        assertThat(judged).containsExactly("9:1", "3:500", "frame", "40:500", "frame");
    }

    @Test
    void makesARunAgainAndAgain() {
        decisions.add(9, 1);
        decisions.add(3, 500);
        decisions.add(4, 500);
        decisions.repeat(1, 2);
        decisions.draw();
        assertThat(judged).containsExactly("9:1", "3:500", "4:500", "3:500", "4:500", "3:500", "4:500");
    }

    @Test
    void aRunMadeAgainOftenTakesOnePlace() {
        decisions.add(3, 500);
        decisions.addFrame();
        decisions.repeat(0, 1 << 20);
        assertThat(decisions.size()).isEqualTo(3);
        decisions.addAll(decisions.since(0, port -> 1), new int[] {3});
        decisions.draw();
        assertThat(judged).hasSize(4 * ((1 << 20) + 1)).endsWith("7:500", "frame");
    }

    @Test
    void asksToLetGoWhenThereAreTooMany() {
        List<String> asked = new ArrayList<>();
        decisions.whenFull(() -> asked.add("full"));
        decisions.hold(true);
        for (int i = 0; i <= 1 << 16; i++) {
            decisions.add(1, i);
        }
        assertThat(asked).containsExactly("full");
        assertThat(judged).hasSize(1 << 16);
    }

    @Test
    void drawsByItselfWhenNobodyNeedsThemAgain() {
        for (int i = 0; i <= 1 << 16; i++) {
            decisions.add(1, i);
        }
        assertThat(judged).hasSize(1 << 16);
        assertThat(decisions.size()).isEqualTo(1);
    }

    /** A run of 8,192 decisions at port 4, the last of which are repetitions of a frame and one decision. */
    private MarkRun longRun() {
        int first = decisions.size();
        for (int i = 0; i < 4096; i++) {
            decisions.add(4, i);
        }
        decisions.addFrame();
        decisions.add(4, 77);
        decisions.repeat(decisions.size() - 2, 2047);
        return decisions.since(first, port -> port - 4);
    }

    @Test
    void passesOverTheStreamsOfLongRunsAndDrawsThemLast() {
        MarkRun run = longRun();
        decisions.draw();
        judged.clear();
        decisions.add(9, 1);
        decisions.addAll(run, new int[] {10});
        decisions.add(9, 2);
        decisions.addAll(run, new int[] {11});
        decisions.draw();
        assertThat(sought).containsExactly(16_385L, 24_578L, 8_193L, 16_386L, 24_578L);
        assertThat(judged)
                .hasSize(2 * 8192 + 2)
                .startsWith("9:1", "9:2", "20:0", "20:1")
                .endsWith("22:77");
        assertThat(judged.subList(2 + 4096, 2 + 4100)).containsExactly("frame", "20:77", "frame", "20:77");
        assertThat(judged.get(2 + 8192)).isEqualTo("22:0");
    }

    @Test
    void drawsLongRunsWhenTheyTakeTooMuchMemory() {
        List<MarkRun> runs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            decisions.draw();
            runs.add(longRun());
        }
        decisions.draw();
        judged.clear();
        // A run takes 4,099 of 65,536 numbers once, and one for its 2 links each time.
        for (MarkRun run : runs.subList(0, 15)) {
            for (int i = 0; i < 3; i++) {
                decisions.addAll(run, new int[] {1, 2});
            }
        }
        assertThat(judged).isEmpty();
        decisions.addAll(runs.get(15), new int[] {1, 2});
        assertThat(judged).hasSize(45 * 8192);
        decisions.draw();
        assertThat(judged).hasSize(46 * 8192);
    }
}
