// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.device.EndlessResending;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Recognises a state in which a network was before. Keeps one state at a time, the next after twice as many (R. P. Brent, An improved
 * Monte Carlo factorization algorithm, BIT 20, 1980), so a cycle is noticed after at most three times the states that lead to and
 * through it.
 */
public final class RecurringState implements EndlessResending.States {
    private final PacketEngine engine;
    private final PacketTopology topology;
    private final StateKey kept = new StateKey();
    /** Made when it is first needed, which is seldom. */
    private NetworkState state;

    private NetworkState.Numbering numbering;
    private long drawn;
    private long timers;
    private long seen;
    private long keepAt;

    private RecurringState(PacketEngine engine, PacketTopology topology) {
        this.engine = engine;
        this.topology = topology;
    }

    /** For a network whose states are complete, else null: without telemetry, random losses, sprayed packets and pauses by NICs. */
    public static RecurringState of(PacketEngine engine, PacketTopology topology, PacketNetworkSpec spec) {
        CongestionControl control = spec.congestion().control();
        boolean complete = (control == CongestionControl.NONE || control == CongestionControl.DCQCN)
                && !engine.errors.active()
                && !spec.transport().sprays()
                && spec.transport().nicPauses() == 0;
        return complete ? new RecurringState(engine, topology) : null;
    }

    @Override
    public void forget() {
        seen = 0;
        keepAt = 1;
        numbering = null;
    }

    @Override
    public boolean recurs(int cell) {
        if (!engine.control.isStationary()) {
            forget();
            return false;
        }
        if (numbering != null && matches(cell)) {
            return true;
        }
        if (++seen >= keepAt) {
            keepAt = 2 * seen;
            kept.record();
            walk(cell);
            numbering = state.numbering();
            drawn = engine.marker.drawn();
            timers = engine.control.timersStarted();
        }
        return false;
    }

    private boolean matches(int cell) {
        if (drawn != engine.marker.drawn() || timers != engine.control.timersStarted()) {
            return false;
        }
        kept.match();
        walk(cell);
        return kept.matched() && numbering.isSame(state.numbering());
    }

    /** Writes the state, and the packet that is being handled, which is in no queue. */
    private void walk(int cell) {
        if (state == null) {
            NetworkState.Handlers handlers = new NetworkState.Handlers(engine.freed, engine.arrived, engine.woken);
            state = new NetworkState(
                    engine.wire,
                    engine.nic,
                    engine.buffers,
                    handlers,
                    topology.nodes(),
                    NetworkState.kinds(engine, topology));
        }
        state.walk(kept, true);
        int at = cell << CellPool.SHIFT;
        int[] cells = engine.queue.cells();
        kept.put(cells[at + CellPool.FLOW]);
        kept.put(cells[at + CellPool.MARKS]);
        kept.put(cells[at + CellPool.PORT]);
        kept.put(cells[at + CellPool.SIZE]);
        kept.put(engine.wire.pool.sequence(at));
    }
}
