// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.device.Routes;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The devices of a network on which nothing moves, with one packet that is being handled. */
class RecurringStateTest {
    private static final PacketTopology STAR = Lab.star(3, 10, 500);

    private boolean stationary = true;
    private long timers;

    private final RateControls controls = new RateControls() {
        @Override
        public RateControl make(Parts parts) {
            return new RateControl() {
                @Override
                public boolean isStationary() {
                    return stationary;
                }

                @Override
                public long timersStarted() {
                    return timers;
                }
            };
        }
    };

    private static final class Deaf implements RdmaEndpoint.Completion {
        @Override
        public void completed(int flow) {}

        @Override
        public void ending(int flow) {}

        @Override
        public void leaving(int flow) {}

        @Override
        public void arrived(int flow) {}
    }

    private PacketEngine engine(PacketNetworkSpec spec) {
        Ports ports = new Ports(STAR, spec.transport().frames());
        return new PacketEngine(
                new EventQueue(),
                STAR,
                spec,
                new Routes(STAR, spec.routing(), ports, spec.transport().payloadBytes()),
                ports,
                PacketObservers.none(),
                controls,
                (of, counters) -> new EcnMarker(STAR, of, spec.switches(), spec.randomRun(), null, 0),
                new Deaf());
    }

    private RecurringState states(PacketNetworkSpec spec) {
        return RecurringState.of(engine(spec), STAR, spec);
    }

    private final PacketEngine engine = engine(Lab.shipped());
    private final RecurringState states = RecurringState.of(engine, STAR, Lab.shipped());
    private final int cell = engine.wire.pool.take();

    private void set(int word, int value) {
        engine.queue.cells()[(cell << CellPool.SHIFT) + word] = value;
    }

    /** Telemetry is part of packets, which states do not hold. */
    @ParameterizedTest
    @EnumSource
    void statesOfControlsWithoutTelemetryAreComplete(CongestionControl control) {
        boolean complete = control == CongestionControl.NONE || control == CongestionControl.DCQCN;
        assertThat(states(Lab.shipped().with(control)) != null).isEqualTo(complete);
    }

    @Test
    void lossesSprayedPacketsAndPausesOfNicsAreInNoState() {
        PacketNetworkSpec spec = Lab.shipped();
        assertThat(states(spec)).isNotNull();
        assertThat(states(spec.withErrorRate(0.01))).isNull();
        assertThat(states(spec.spraying(1))).isNull();
        TransportSpec t = spec.transport();
        assertThat(states(spec.with(pausing(t, 0)))).isNotNull();
        assertThat(states(spec.with(pausing(t, 1)))).isNull();
    }

    private static TransportSpec pausing(TransportSpec t, int pauses) {
        return new TransportSpec(
                t.payloadBytes(),
                t.ackIntervalBytes(),
                t.chunkBytes(),
                t.backToZero(),
                t.windowed(),
                t.globalWindow(),
                t.variableWindow(),
                t.rateBound(),
                t.ackHighPriority(),
                pauses,
                t.retransmitNanos(),
                t.frames(),
                t.startNanos(),
                t.inOrder(),
                t.entropies());
    }

    @Test
    void theSameStateRecursUntilItIsForgotten() {
        assertThat(states.recurs(cell)).isFalse();
        assertThat(states.recurs(cell)).isTrue();
        assertThat(states.recurs(cell)).isTrue();
        states.forget();
        assertThat(states.recurs(cell)).isFalse();
        assertThat(states.recurs(cell)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {CellPool.FLOW, CellPool.MARKS, CellPool.PORT, CellPool.SIZE})
    void thePacketThatIsHandledIsPartOfTheState(int word) {
        set(word, 1);
        assertThat(states.recurs(cell)).isFalse();
        set(word, 2);
        assertThat(states.recurs(cell)).isFalse();
    }

    @Test
    void soIsItsPlaceInTheFlow() {
        engine.wire.pool.sequence(cell << CellPool.SHIFT, 1_000);
        assertThat(states.recurs(cell)).isFalse();
        engine.wire.pool.sequence(cell << CellPool.SHIFT, 1L << 40);
        assertThat(states.recurs(cell)).isFalse();
        assertThat(states.recurs(cell)).isTrue();
    }

    /** Of a cycle of three, states are kept at the first, second and fourth look; that of the fourth recurs at the seventh. */
    @Test
    void oneStateIsKeptAtATimeTheNextAfterTwiceAsMany() {
        int look = 0;
        boolean recurs = false;
        while (!recurs) {
            set(CellPool.SIZE, look++ % 3);
            recurs = states.recurs(cell);
        }
        assertThat(look).isEqualTo(7);
    }

    /** A timer that is started counts on from outside the state; a control that moves has no state at all. */
    @Test
    void timersAndControlsThatMoveForgetTheState() {
        assertThat(states.recurs(cell)).isFalse();
        timers++;
        assertThat(states.recurs(cell)).isFalse();
        assertThat(states.recurs(cell)).isTrue();
        stationary = false;
        assertThat(states.recurs(cell)).isFalse();
        stationary = true;
        assertThat(states.recurs(cell)).as("forgotten").isFalse();
        assertThat(states.recurs(cell)).isTrue();
    }

    /** Ports of hosts that are alike have equal states; which of them it is counts. */
    @Test
    void theSameStateElsewhereIsAnother() {
        engine.ports.at(0).busy = true;
        assertThat(states.recurs(cell)).isFalse();
        engine.ports.at(0).busy = false;
        engine.ports.at(2).busy = true;
        assertThat(states.recurs(cell)).isFalse();
        assertThat(states.recurs(cell)).isTrue();
    }
}
