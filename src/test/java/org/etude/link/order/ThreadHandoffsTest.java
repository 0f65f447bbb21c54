// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.host;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.Graph;
import org.junit.jupiter.api.Test;

/** Which thread waited for which, as "from>to"; times in ns. Idle times count from 1 ms on, on threads of autograd always. */
class ThreadHandoffsTest {
    private static final String BACKWARD = "autograd::engine::evaluate_function: MulBackward0";
    private static final int MILLI = 1_000_000;

    private static List<String> handoffs(TestDevice.Event... events) {
        return Graph.edges(TestDevice.link(List.of(events)).ranks().get(0), EdgeKind.INTER_THREAD);
    }

    /** A thread that begins waited for what had ended before, however short. */
    @Test
    void theFirstOperatorOfAThreadWaitsForWhatEndedBefore() {
        assertThat(handoffs(host("main", 1, 0, 10, 0), host("worker", 2, 10, 10, 0)))
                .containsExactly("main>worker");
        assertThat(handoffs(host("main", 1, 0, 10, 0), host("worker", 2, 9, 10, 0)))
                .as("main is still busy")
                .isEmpty();
    }

    @Test
    void anIdleTimeOfMoreThanAMillisecondIsAWait() {
        assertThat(handoffs(
                        host("main", 1, 0, 10, 0),
                        host("worker", 2, 20, 10, 0),
                        host("again", 1, 10 + MILLI + 1, 10, 0)))
                .containsExactly("main>worker", "worker>again");
        assertThat(handoffs(
                        host("main", 1, 0, 10, 0), host("worker", 2, 20, 10, 0), host("again", 1, 10 + MILLI, 10, 0)))
                .containsExactly("main>worker");
    }

    /** Between forward and backward any idle time is one. */
    @Test
    void betweenForwardAndBackwardAnyIdleTimeIsAWait() {
        assertThat(handoffs(host("main", 1, 0, 10, 0), host(BACKWARD, 2, 20, 10, 0), host("again", 1, 40, 10, 0)))
                .containsExactly("main>" + BACKWARD, BACKWARD + ">again");
    }

    /** Two threads of autograd are like two others. */
    @Test
    void amongThreadsOfAutogradAnIdleTimeMustBeLong() {
        assertThat(handoffs(host(BACKWARD, 1, 0, 10, 0), host(BACKWARD, 2, 20, 10, 0), host("again", 1, 40, 10, 0)))
                .containsExactly(BACKWARD + ">" + BACKWARD);
    }

    /** What ended before the thread itself was idle gave it nothing to wait for. */
    @Test
    void whatEndedBeforeTheIdleTimeIsNotWaitedFor() {
        assertThat(handoffs(
                        host("main", 1, 0, 100, 0), host("worker", 2, 10, 10, 0), host("again", 1, 3 * MILLI, 10, 0)))
                .isEmpty();
        assertThat(handoffs(
                        host("main", 1, 0, 100, 0), host("worker", 2, 10, 90, 0), host("again", 1, 3 * MILLI, 10, 0)))
                .as("ended together")
                .isEmpty();
    }

    @Test
    void whatStillRunsIsNotWaitedFor() {
        assertThat(handoffs(
                        host("main", 1, 0, 10, 0),
                        host("worker", 2, 20, 5 * MILLI, 0),
                        host("again", 1, 3 * MILLI, 10, 0)))
                .containsExactly("main>worker");
    }

    /** Of several the last to end. */
    @Test
    void ofSeveralTheLastToEndIsWaitedFor() {
        assertThat(handoffs(
                        host("main", 1, 0, 10, 0),
                        host("early", 2, 20, 10, 0),
                        host("late", 3, 20, 30, 0),
                        host("middle", 4, 20, 20, 0),
                        host("again", 1, 3 * MILLI, 10, 0)))
                .containsExactly("main>late", "main>middle", "main>early", "late>again");
    }

    /** Only what begins a busy time waits, not what is called in it or follows at once on a busy thread. */
    @Test
    void onlyTheBeginOfABusyTimeWaits() {
        assertThat(handoffs(
                        host("main", 1, 0, 10, 0),
                        host("outer", 2, 20, 100, 0),
                        host("other", 3, 30, 10, 0),
                        host("inner", 2, 50, 10, 0)))
                .containsExactly("main>outer", "main>other");
    }

    /** The operator whose end counts is the outermost, not the one that began last. */
    @Test
    void theOperatorThatEndsLastIsNamed() {
        assertThat(handoffs(host("outer", 1, 0, 100, 0), host("inner", 1, 10, 20, 0), host("worker", 2, 120, 10, 0)))
                .containsExactly("outer>worker");
    }
}
