// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import java.util.ArrayDeque;
import org.etude.spec.BusSpec;

/**
 * One of two partner ports of a LogGP bus. The outer host port may own an inner bus to memory, through which its
 * packets also pass. Follows ASTRA-sim's LogGP class, as described in docs/scheduling.md.
 */
final class BusPort {
    static final int SENT = 0;
    static final int RECEIVED = 1;
    static final int PROCESSED = 2;

    /** After this many consecutive sends the partner may go first. */
    private static final int FAIR = 8;

    private enum State {
        FREE,
        SENDING,
        RECEIVING
    }

    /** A packet in transit. */
    static final class Load {
        private final int bytes;
        private boolean processed;
        private boolean sendBack;
        private final Runnable then;

        Load(int bytes, boolean processed, boolean sendBack, Runnable then) {
            this.bytes = bytes;
            this.processed = processed;
            this.sendBack = sendBack;
            this.then = then;
        }
    }

    /** What a port does with a packet that has passed its inner bus. */
    private enum After {
        SEND,
        WORK,
        LEAVE
    }

    /** An {@link After} of a packet. A class rather than a lambda, so that a checkpoint can hold it. */
    private static final class Then implements Runnable {
        private final BusPort port;
        private final Load load;
        private final After after;

        Then(BusPort port, Load load, After after) {
            this.port = port;
            this.load = load;
            this.after = after;
        }

        @Override
        public void run() {
            switch (after) {
                case SEND -> port.send(load);
                case WORK -> {
                    port.work.add(load);
                    port.workOn();
                    port.kick();
                }
                default -> {
                    load.then.run();
                    port.kick();
                }
            }
        }
    }

    /** Schedules an event of a port. */
    interface Timer {
        void plan(int port, int event, long delay);

        long now();
    }

    private final int number;
    private final BusSpec spec;
    private final double gapPerByte;
    private final Timer timer;
    private BusPort partner;
    private BusPort innerHost;
    private BusPort innerNetwork;

    private State state = State.FREE;
    private State before = State.FREE;
    private long last;
    private int reads;
    private boolean busy;
    private final ArrayDeque<Load> sends = new ArrayDeque<>();
    private final ArrayDeque<Load> arriving = new ArrayDeque<>();
    private final ArrayDeque<Load> work = new ArrayDeque<>();

    BusPort(int number, BusSpec spec, double gapPerByte, Timer timer) {
        this.number = number;
        this.spec = spec;
        this.gapPerByte = gapPerByte;
        this.timer = timer;
    }

    static void pair(BusPort one, BusPort other) {
        one.partner = other;
        other.partner = one;
    }

    void inner(BusPort host, BusPort network) {
        innerHost = host;
        innerNetwork = network;
    }

    /** Accepts a packet. */
    void request(Load load) {
        if (innerNetwork == null) {
            send(load);
        } else {
            innerNetwork.request(new Load(load.bytes, false, false, new Then(this, load, After.SEND)));
        }
    }

    private void send(Load load) {
        sends.add(load);
        kick();
    }

    private void kick() {
        if (state != State.FREE || sends.isEmpty()) {
            return;
        }
        if (reads > FAIR && !partner.sends.isEmpty() && partner.reads <= FAIR) {
            if (partner.state == State.FREE) {
                partner.kick();
            }
            return;
        }
        double offset = spec.overhead();
        if (before == State.SENDING) {
            long elapsed = timer.now() - last;
            offset = spec.overhead() + elapsed > spec.gap() ? spec.overhead() : spec.gap() - elapsed;
        }
        Load load = sends.poll();
        partner.receive(load, offset);
        state = State.SENDING;
        timer.plan(number, SENT, (long) (offset + gapPerByte * (load.bytes - 1)));
    }

    private void receive(Load load, double offset) {
        arriving.add(load);
        before = state;
        state = State.RECEIVING;
        timer.plan(
                number, RECEIVED, (long) (offset + gapPerByte * (load.bytes - 1) + spec.latency() + spec.overhead()));
        reads = 0;
    }

    /** A scheduled event fires. */
    void due(int event) {
        switch (event) {
            case SENT -> {
                last = timer.now();
                before = state;
                state = State.FREE;
                reads++;
                kick();
            }
            case RECEIVED -> received();
            default -> {
                busy = false;
                route(work.poll());
                workOn();
                kick();
            }
        }
    }

    private void received() {
        last = timer.now();
        before = state;
        if (arriving.size() < 2) {
            state = State.FREE;
        }
        Load load = arriving.poll();
        if (load.processed) {
            load.processed = false;
            if (innerHost == null) {
                work.add(load);
                workOn();
            } else {
                innerHost.request(new Load(load.bytes, false, true, new Then(this, load, After.WORK)));
            }
        } else {
            route(load);
        }
        kick();
    }

    private void workOn() {
        if (!busy && !work.isEmpty()) {
            busy = true;
            timer.plan(number, PROCESSED, (long) (work.peek().bytes / 100) * spec.reductionDelay() + 50);
        }
    }

    private void route(Load load) {
        if (load.sendBack) {
            load.sendBack = false;
            if (innerHost == null) {
                sends.add(load);
            } else {
                innerHost.request(new Load(load.bytes, false, true, new Then(this, load, After.SEND)));
            }
        } else if (innerHost == null) {
            load.then.run();
        } else {
            innerHost.request(new Load(load.bytes, false, false, new Then(this, load, After.LEAVE)));
        }
    }
}
