// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.SysEvents;
import org.etude.spec.BusSpec;

/** The shared buses of all ranks: an outer one between host and network side, and an inner one to memory at the host side. */
public final class SharedBus {
    private static final double MEMORY_GAP_PER_BYTE = 0.0038;

    private final BusSpec spec;
    private final SysEvents events;
    private final LongSupplier clock;
    private final List<BusPort> ports = new ArrayList<>();
    private final BusPort[] host;
    private final BusPort[] network;

    /** Creates the buses of a number of ranks; the clock is in nanoseconds. */
    public SharedBus(BusSpec spec, SysEvents events, LongSupplier clock, int ranks) {
        this.spec = spec;
        this.events = events;
        this.clock = clock;
        host = new BusPort[ranks];
        network = new BusPort[ranks];
    }

    /** Sends a packet through a rank's bus; {@code then} runs when it has passed. */
    public void pass(int rank, long bytes, boolean processed, boolean fromHost, boolean sendBack, Runnable then) {
        if (host[rank] == null) {
            host[rank] = port(rank, spec.gapPerByte());
            network[rank] = port(rank, spec.gapPerByte());
            BusPort.pair(host[rank], network[rank]);
            BusPort innerHost = port(rank, MEMORY_GAP_PER_BYTE);
            BusPort innerNetwork = port(rank, MEMORY_GAP_PER_BYTE);
            BusPort.pair(innerHost, innerNetwork);
            host[rank].inner(innerHost, innerNetwork);
        }
        BusPort entry = fromHost ? host[rank] : network[rank];
        entry.request(new BusPort.Load((int) bytes, processed, sendBack, then));
    }

    public void due(int port, int event) {
        ports.get(port).due(event);
    }

    private BusPort port(int rank, double gapPerByte) {
        BusPort port = new BusPort(ports.size(), spec, gapPerByte, new BusPort.Timer() {
            @Override
            public void plan(int number, int event, long delay) {
                events.plan(rank, delay, EventTag.of(EventTag.BUS, number, event), 0);
            }

            @Override
            public long now() {
                return clock.getAsLong();
            }
        });
        ports.add(port);
        return port;
    }
}
