// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageListener;
import org.etude.network.queue.Messages;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens in a component that is simulated apart reaches the caller as itself, on whichever thread it happens. */
class ThreadFailuresTest {
    private static final long GBPS = 1_000_000_000L;
    private static final int GROUPS = 4;
    private static final long BYTES = 2_000_000;

    /** Builds packets as usual, and counts those that are built apart. */
    private final class Sabotage extends RateControls {
        private final Consumer<Integer> harm;
        private int engines;

        Sabotage(Consumer<Integer> harm) {
            this.harm = harm;
        }

        @Override
        public RateControl make(Parts parts) {
            boolean apart = engines++ > 0;
            return new RateControl() {
                private int built;

                @Override
                public void builds(int packet) {
                    if (apart) {
                        harm.accept(built++);
                    }
                }
            };
        }
    }

    private final EventQueue queue = new EventQueue();

    private PacketNetwork pairs(int threads, Consumer<Integer> harm) {
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < 2 * GROUPS; host++) {
            links.add(new PacketTopology.Link(host, 2 * GROUPS + host / 2, 100 * GBPS, 500, 0));
        }
        PacketNetwork network = new PacketNetwork(
                queue,
                new PacketTopology(2 * GROUPS, GROUPS, links),
                PacketNetworkSpec.shipped().withFastForward(false),
                PacketObservers.none(),
                new Sabotage(harm));
        network.simulateOnThreads(threads);
        Messages messages = new Messages(queue, network);
        messages.listen(new MessageListener() {
            @Override
            public void sent(long token) {
                assertThat(token).isLessThan(GROUPS);
            }

            @Override
            public void received(long token) {
                assertThat(token).isLessThan(GROUPS);
            }
        });
        for (int group = 0; group < GROUPS; group++) {
            int channel = messages.channel(group, 2 * group, 2 * group + 1, BYTES);
            messages.send(channel, group);
            messages.receive(channel, group);
        }
        return network;
    }

    private void run() {
        while (queue.step()) {
            assertThat(queue.pending()).isNotNegative();
        }
    }

    @AfterEach
    void isNotInterrupted() {
        Thread.interrupted();
    }

    @Test
    void withoutFailuresEveryMessageArrivesAndNearlyAllIsApart() {
        PacketNetwork network = pairs(3, built -> {});
        run();
        assertThat(network.flows().size()).isEqualTo(GROUPS);
        ThreadedWork work = network.threadedWork().orElseThrow();
        assertThat(work.hops()).isGreaterThan(network.packetHops() * 9 / 10);
        assertThat(work.repeatedParts()).isZero();
    }

    @Test
    void anExceptionIsThrownAsItself() {
        IllegalStateException failure = new IllegalStateException("broken on purpose");
        pairs(2, built -> {
            if (built == 1000) {
                throw failure;
            }
        });
        assertThatThrownBy(this::run).isSameAs(failure);
    }

    @Test
    void lackOfMemoryIsThrownAsItself() {
        OutOfMemoryError failure = new OutOfMemoryError("made up");
        pairs(8, built -> {
            if (built == 1000) {
                throw failure;
            }
        });
        assertThatThrownBy(this::run).isSameAs(failure);
    }

    /** The caller looks at its flag between two ticks, so waiting must neither take long nor lose it. */
    @Test
    void anInterruptionOfTheWaitIsKeptForTheCaller() {
        Thread caller = Thread.currentThread();
        PacketNetwork network = pairs(2, built -> {
            if (built == 100) {
                caller.interrupt();
            }
        });
        int ticks = 0;
        while (!Thread.currentThread().isInterrupted() && queue.step()) {
            ticks++;
        }
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(ticks).isLessThan(1000);
        assertThat(network.flows().size()).isLessThan(GROUPS);
        // All components are brought to where the clock stands.
        assertThat(network.statistics().size()).isEqualTo(4 * GROUPS);
    }

    @Test
    void oneThreadStartsNone() {
        assertThat(pairs(1, built -> {}).threadedWork()).isEmpty();
    }
}
