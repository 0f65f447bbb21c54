// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.Optional;
import java.util.function.Function;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.forward.FastForward;
import org.etude.network.packet.parallel.ComponentThreads;
import org.etude.network.packet.parallel.ThreadedWork;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketObservers;
import org.etude.spec.network.PacketNetworkSpec;

/** What makes a network's run shorter without changing its result: fast-forward, or else threads, or neither. */
final class Shortcuts {
    private final PacketEngine engine;
    private final PacketNetworkSpec spec;
    private final PacketTopology topology;
    /** The exact fast path, or null where it does not apply. */
    private final FastForward fastForward;
    /** What simulates components on threads, or null. */
    private ComponentThreads threads;
    /** What keeps this network on one thread whatever its options, or null. */
    private String onOneThread;

    /** Prepares fast-forward where it applies; everything that it needs exists by then. */
    Shortcuts(PacketEngine engine, PacketTopology topology, PacketNetworkSpec spec, PacketObservers observers) {
        this.engine = engine;
        this.spec = spec;
        this.topology = topology;
        if (observers.recorder().isPresent()) {
            onOneThread = "its queues are recorded over time";
        }
        if (FastForward.supports(spec, observers, engine.errors.active())) {
            fastForward = new FastForward(engine, spec, observers.pauses(), topology);
            engine.fabric.alerts(fastForward::alert);
        } else {
            fastForward = null;
        }
    }

    /** The network hangs where the reference hangs, which needs every event in the order of all. */
    void hangAsReference() {
        onOneThread = "it hangs where the reference hangs";
        forwardByComponent(false);
    }

    void compareTrails(Runnable each) {
        if (fastForward != null) {
            fastForward.compareTrails(each);
        }
    }

    void forwardByComponent(boolean always) {
        if (fastForward != null) {
            fastForward.byComponent(always);
        }
    }

    /** Whether the network is fast-forwarded. */
    boolean isForwarded() {
        return fastForward != null;
    }

    void simulateOnThreads(int count, long worthHops, Function<RdmaEndpoint.Completion, PacketEngine> replica) {
        if (count > 1 && keptOnOneThread().isEmpty()) {
            threads = new ComponentThreads(engine, spec, topology.nodes(), count, worthHops, replica);
        }
    }

    Optional<String> keptOnOneThread() {
        if (fastForward != null) {
            return Optional.of("it is fast-forwarded, which saves more where states recur; see --fast-forward off");
        }
        return onOneThread == null ? ComponentThreads.refusal(spec, engine) : Optional.of(onOneThread);
    }

    Optional<ThreadedWork> threadedWork() {
        return Optional.ofNullable(threads).map(ComponentThreads::work);
    }

    /** Called before a flow begins. */
    void begins(int flow) {
        if (fastForward != null) {
            fastForward.begins(flow);
        } else if (threads != null) {
            threads.begins(flow);
        }
    }

    /** Called when a flow has begun. */
    void began(int flow) {
        if (fastForward != null) {
            fastForward.began(flow);
        }
    }

    /** Called when the last packet of a flow has reached its receiver. */
    void ending(int flow) {
        if (fastForward != null) {
            fastForward.aboutToEnd(flow);
        }
    }

    /** Called when the last packet of a flow leaves, if the layer above is to hear when it arrives. */
    void leaving(int flow) {
        if (fastForward != null) {
            fastForward.aboutToArrive(flow);
        }
    }

    /** Called when all data of a flow has arrived and the layer above is to hear of it. */
    void arrived(int flow) {
        if (fastForward != null) {
            fastForward.arrived(flow);
        } else if (threads != null) {
            threads.arrived(flow);
        }
    }

    /** Called when a flow has ended. */
    void ended(int flow) {
        if (fastForward != null) {
            fastForward.completed(flow);
        } else if (threads != null) {
            threads.ended(flow);
        }
    }

    /** Turns fast-forward off for the rest of the run. */
    void endForward() {
        if (fastForward != null) {
            fastForward.end();
        }
    }

    void beforeSave() {
        if (fastForward != null) {
            fastForward.beforeSave();
        }
    }

    /** Brings the counters to the values that they have without shortcuts. */
    void settleCounters() {
        if (fastForward != null) {
            fastForward.settleCounters();
        } else if (threads != null) {
            threads.settleCounters();
        }
    }
}
