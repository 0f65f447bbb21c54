// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.network.queue.Messages;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.sim.collective.StreamPhase;
import org.etude.sim.engine.ChunkStream;
import org.etude.sim.engine.Engine;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.Transport;
import org.etude.sim.program.RankWorkload;
import org.etude.sim.result.StallException;

/** Diagnoses a stalled run: who waits for what, and what to change. */
public final class StallDiagnosis {
    /** Rows of one kind beyond this number are counted, not shown. */
    private static final int ROWS = 200;

    /** The number of ranks of a cycle that the sentence names. */
    private static final int CYCLE_NAMES = 8;

    private final Engine engine;
    private final List<OpenReceive> receives = new ArrayList<>();
    /** Messages that arrived and that no receive of the trace takes; requests to send. */
    private final List<OpenMessage> messages = new ArrayList<>();

    /** Messages that arrived before the receiver reached their receives. */
    private final List<EarlyMessage> early = new ArrayList<>();

    private final List<Finding> rows = new ArrayList<>();
    private WaitGraph graph;
    private PeerWaits peers;
    private String cause = "";
    private String advice = "";

    /**
     * Such a message.
     *
     * @param receive the first node of the receiver that takes one of its kind
     */
    private record EarlyMessage(OpenMessage message, int receive) {}

    private StallDiagnosis(Engine engine) {
        this.engine = engine;
    }

    /** The error that ends a stalled run, with one row per wait. O(waits times nodes of a rank). */
    public static StallException of(Engine engine) {
        return new StallDiagnosis(engine).diagnose();
    }

    private StallException diagnose() {
        engine.messages.openEnds(new Messages.OpenEnds() {
            @Override
            public void receiveWaits(int tag, int src, int dst, long bytes, long token) {
                receives.add(new OpenReceive(tag, src, dst, bytes, token));
            }

            @Override
            public void messageWaits(int tag, int src, int dst, long bytes, int count) {
                messages.add(new OpenMessage(tag, src, dst, bytes, count));
            }
        });
        graph = new WaitGraph(engine, receives);
        peers = new PeerWaits(engine, receives);
        messages.replaceAll(this::withoutEarly);
        messages.removeIf(message -> message.count() == 0);
        cycle();
        peerCycle();
        missingHalves();
        openReceives();
        openMessages();
        engine.waiting().forEach(what -> {
            cause(what);
            row(-1, "", what, "the ranks' traces hold different transfers", "the run stops");
        });
        waitingRanks();
        int stopped = engine.ranks.length - engine.finishOrder().count();
        return new StallException(
                String.format(
                        Locale.ROOT,
                        "%d of %d ranks stopped at %.3f us with %d chunks in flight: %s",
                        stopped,
                        engine.ranks.length,
                        engine.queue.now() / 1e3,
                        engine.table.all().size(),
                        cause.isEmpty() ? "nodes remain that nothing starts" : cause),
                advice.isEmpty() ? "See the rows for the nodes that wait; repair() finds most causes." : advice,
                Report.of(rows),
                engine.queue.now());
    }

    /** What is left of some messages when their receives that the rank did not reach have taken theirs. */
    private OpenMessage withoutEarly(OpenMessage all) {
        if (all.tag() >= Transport.TAG_RANGE) {
            return all;
        }
        IntList waiting = peers.receives(all);
        int taken = Math.min(all.count(), waiting.size());
        if (taken > 0) {
            early.add(new EarlyMessage(all.times(taken), waiting.getInt(0)));
        }
        return all.times(all.count() - taken);
    }

    private void cycle() {
        List<ChunkStream> cycle = graph.cycle();
        if (cycle.isEmpty()) {
            return;
        }
        cause("chunks hold the slots of queues while the phases that would free them wait behind them (cycle of "
                + cycle.size() + " chunks)");
        advice = "Raise active-chunks-per-dimension to the number of splits, or schedule with STALL_FREE.";
        for (int i = 0; i < Math.min(ROWS, cycle.size()); i++) {
            ChunkStream at = cycle.get(i);
            ChunkStream next = cycle.get((i + 1) % cycle.size());
            row(
                    at.dataset.rank,
                    describe(at),
                    at.started
                            ? "runs and waits for a message"
                            : "waits for a slot of queue " + at.phase().queue(),
                    (at.started ? "from rank " + next.dataset.rank + ", whose " : "which is held by ")
                            + describe(next)
                            + (next.started ? " runs" : " is queued"),
                    "cycle of waits");
        }
    }

    /** Sends and receives that wait for each other, each with its counterpart behind a waiting one. */
    private void peerCycle() {
        List<PeerWait> cycle = peers.cycle();
        if (cycle.isEmpty()) {
            return;
        }
        StringBuilder ranks = new StringBuilder();
        for (PeerWait wait : cycle.subList(0, Math.min(CYCLE_NAMES, cycle.size()))) {
            ranks.append(wait.rank()).append(" -> ");
        }
        ranks.append(
                cycle.size() > CYCLE_NAMES ? "..." : String.valueOf(cycle.get(0).rank()));
        cause("sends and receives wait for each other in a cycle of " + cycle.size() + " ranks (" + ranks
                + "): every transfer has both halves, but each rank has the other half behind the one it waits in");
        advice = cycle.stream().anyMatch(peers::isSend)
                ? "Let one rank of the cycle receive before it sends, or run without the rendezvous protocol."
                : "Let one rank of the cycle send before it receives.";
        for (PeerWait wait : cycle.subList(0, Math.min(ROWS, cycle.size()))) {
            row(
                    wait.rank(),
                    peers.describe(wait.rank(), wait.node()),
                    "waits for rank " + wait.peer(),
                    "its " + peers.describe(wait.peer(), wait.peerNode()) + " was never issued",
                    "cycle of waits");
        }
    }

    /**
     * A transfer without its counterpart blocks everything behind it, so it is reported as the cause before transfers
     * that have both ends.
     */
    private void missingHalves() {
        for (OpenReceive receive : receives) {
            int kind = EventTag.kind(receive.token());
            if (kind == EventTag.NODE && near(receive) == null && peers.of(receive) == null) {
                unsent(receive);
                return;
            }
            if (kind == EventTag.RENDEZVOUS_SEND && isNode(receive) && peers.of(receive) == null) {
                cause("rank " + receive.dst() + " sends a message to rank " + receive.src()
                        + ", which has no receive of its tag and size");
                suggest("Add the missing receive, or remove the send; repair() compares ranks and says which.");
                return;
            }
        }
    }

    private boolean isNode(OpenReceive ask) {
        return EventTag.kind(engine.transport.heldFor(EventTag.b(ask.token()))) == EventTag.NODE;
    }

    private void unsent(OpenReceive receive) {
        cause("rank " + receive.dst() + " waits for a message from rank " + receive.src() + " that is never sent");
        suggest("Add the missing send, or remove the receive; repair() compares ranks and says which.");
    }

    private void suggest(String text) {
        if (advice.isEmpty()) {
            advice = text;
        }
    }

    private OpenMessage near(OpenReceive receive) {
        return messages.stream()
                .filter(m -> m.src() == receive.src() && m.dst() == receive.dst() && !Transport.isRequest(m.tag()))
                .findFirst()
                .orElse(null);
    }

    private String describe(ChunkStream stream) {
        StreamPhase phase = stream.phase();
        return "chunk " + stream.chunk + " of "
                + engine.ranks[stream.dataset.rank].program.describe(stream.dataset.node) + ", phase "
                + (stream.step + 1)
                + " of " + stream.phases.length
                + (phase.kind() == null ? "" : " (" + phase.kind().hyphenated() + ')');
    }

    private void openReceives() {
        int shown = 0;
        for (OpenReceive receive : receives) {
            if (++shown > ROWS) {
                row(
                        -1,
                        "",
                        Counted.of(receives.size() - ROWS, "more receive waits", "more receives wait"),
                        "",
                        "not shown");
                return;
            }
            switch (EventTag.kind(receive.token())) {
                case EventTag.NODE -> plainReceive(receive);
                case EventTag.STREAM -> collectiveReceive(receive);
                case EventTag.RENDEZVOUS_SEND -> heldSend(receive);
                default ->
                    row(
                            receive.dst(),
                            "",
                            "waits for " + receive.bytes() + " bytes with tag " + receive.tag() + " from rank "
                                    + receive.src(),
                            other(receive.src()),
                            "missing partner");
            }
        }
    }

    private void plainReceive(OpenReceive receive) {
        RankWorkload rank = engine.ranks[receive.dst()];
        String where = rank.program.describe(EventTag.b(receive.token()));
        String waits =
                "waits for " + receive.bytes() + " bytes with tag " + receive.tag() + " from rank " + receive.src();
        OpenMessage near = near(receive);
        if (near != null) {
            boolean size = near.tag() == receive.tag();
            cause(size ? "a send and its receive differ in size" : "a send and its receive differ in tag");
            suggest("Give both nodes the same comm_size and comm_tag.");
            row(
                    receive.dst(),
                    where,
                    waits,
                    "but " + near.bytes() + " bytes with tag " + near.tag() + " came",
                    size ? "size mismatch" : "tag mismatch");
            return;
        }
        PeerWait wait = peers.of(receive);
        if (wait == null) {
            unsent(receive);
            row(receive.dst(), where, waits, other(receive.src()), "missing partner");
        } else {
            behind(wait, where, waits);
        }
    }

    private void behind(PeerWait wait, String where, String waits) {
        String other = peers.describe(wait.peer(), wait.peerNode());
        cause("rank " + wait.rank() + " waits for rank " + wait.peer() + ", whose " + other + " was never issued");
        row(wait.rank(), where, waits, "its " + other + " was never issued", "waits for a partner that waits");
    }

    /** A send of the rendezvous protocol whose receiver has not requested it. */
    private void heldSend(OpenReceive ask) {
        PeerWait wait = peers.of(ask);
        String waits = "waits for rank " + ask.src() + " to ask for its message";
        if (wait != null) {
            behind(wait, peers.describe(wait.rank(), wait.node()), waits);
        } else {
            row(ask.dst(), "", waits, other(ask.src()), "missing partner");
        }
    }

    private String other(int rank) {
        return engine.ranks[rank].finishedAt >= 0 ? "rank " + rank + " is finished" : "rank " + rank + " waits too";
    }

    private void collectiveReceive(OpenReceive receive) {
        ChunkStream stream = engine.table.get(EventTag.a(receive.token()));
        ChunkStream partner = graph.on(receive.src(), stream.tag);
        String waits = "waits for " + receive.bytes() + " bytes from rank " + receive.src() + "; "
                + stream.phase().algorithm().progress();
        if (partner == null) {
            cause("rank " + receive.src() + " does not take part in a collective of rank " + receive.dst());
            suggest(
                    "Every rank of the group must issue the same collectives in the same order; repair() compares them.");
            row(receive.dst(), describe(stream), waits, absent(receive.src()), "missing partner");
        } else if (!partner.sameAs(stream)) {
            cause("ranks " + receive.dst() + " and " + receive.src() + " are in different collectives");
            suggest("Every rank must issue the same collectives with the same type and size in the same order.");
            row(
                    receive.dst(),
                    describe(stream),
                    waits,
                    "rank " + receive.src() + " is in " + describe(partner) + " with " + partner.phases[0].bytes()
                            + " bytes per chunk instead of " + stream.phases[0].bytes(),
                    "order, type or size mismatch");
        } else {
            row(
                    receive.dst(),
                    describe(stream),
                    waits,
                    "rank " + receive.src() + " is at phase " + (partner.step + 1)
                            + (partner.started ? "" : ", queued"),
                    "waits for a partner that waits");
        }
    }

    private String absent(int rank) {
        RankWorkload partner = engine.ranks[rank];
        int held = partner.communicating();
        return held >= 0 ? "rank " + rank + " is in " + partner.program.describe(held) : other(rank);
    }

    private void openMessages() {
        for (EarlyMessage at : early.subList(0, Math.min(ROWS, early.size()))) {
            OpenMessage m = at.message();
            row(
                    m.dst(),
                    peers.describe(m.dst(), at.receive()),
                    describe(m) + " arrived",
                    "its receive was never issued",
                    "waits for a partner that waits");
        }
        for (int i = 0; i < Math.min(ROWS, messages.size()); i++) {
            OpenMessage m = messages.get(i);
            if (Transport.isRequest(m.tag())) {
                row(
                        m.src(),
                        "",
                        "asked rank " + m.dst() + " for " + Counted.of(m.count(), "message"),
                        "rank " + m.dst() + " has not come to send them",
                        "waits for a partner that waits");
                continue;
            }
            if (m.tag() >= Transport.TAG_RANGE) {
                row(
                        m.dst(),
                        "",
                        Counted.of(m.count(), "message") + " of " + m.bytes()
                                + " bytes arrived for a collective from rank " + m.src(),
                        absent(m.dst()),
                        "missing partner");
                continue;
            }
            cause("rank " + m.dst() + " never receives what rank " + m.src() + " sent");
            row(
                    m.dst(),
                    "",
                    describe(m) + (m.count() == 1 ? " was" : " were") + " never received",
                    "no receive has this source, size and tag",
                    "unmatched send");
        }
    }

    private static String describe(OpenMessage m) {
        return Counted.of(m.count(), "message") + " of " + m.bytes() + " bytes with tag " + m.tag() + " from rank "
                + m.src();
    }

    private void waitingRanks() {
        for (RankWorkload rank : engine.ranks) {
            if (rank.finishedAt >= 0 || rows.size() > 4 * ROWS) {
                continue;
            }
            for (int n = 0; n < rank.program.size; n++) {
                if (rank.isRunning(n)) {
                    row(
                            rank.rank,
                            rank.program.describe(n),
                            "runs since " + rank.issued[n] + " ns",
                            Counted.of(rank.open(), "node of the rank is left", "nodes of the rank are left"),
                            "not finished");
                }
            }
            if (rank.stuck()) {
                cause("nodes became free while nothing else ran, and ASTRA-sim never checks again");
                row(rank.rank, "", "free nodes are never issued", "nothing else ends on the rank", "not finished");
            }
        }
    }

    private void cause(String text) {
        if (cause.isEmpty()) {
            cause = text;
        }
    }

    private void row(int rank, String where, String what, String why, String effect) {
        rows.add(new Finding(Finding.Level.ERROR, "simulate", rank, where, what, why, effect));
    }
}
