// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkDecisionsTest {
    private final List<String> judged = new ArrayList<>();

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
        long[] run = decisions.since(1, port -> port - 3);
        decisions.addAll(run, number -> number + 40);
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
        decisions.addAll(decisions.since(0, port -> 0), number -> 7);
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
}
