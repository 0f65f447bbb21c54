// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.unit.Bytes;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.OpWriter;

/**
 * Writes the pieces of a pass as ops. Kernels of a part between two exchanges become one op, unless each is to be
 * written. Gradients are reported after the op that computes them.
 */
final class PassWriter {
    private final OpWriter out;
    private final boolean everyKernel;
    private final boolean runsAhead;
    private final List<StepKernel> pending = new ArrayList<>();
    private final Map<Group, Long> ready = new EnumMap<>(Group.class);
    /** Communication that overlaps with the work being collected, or -1. */
    private long running = -1;

    private String label = "";
    private String suffix = "";
    /** The layer and part that the pending kernels belong to. */
    private String part = "";

    /**
     * A writer.
     *
     * @param runsAhead whether the host launches kernels without waiting for the GPU ({@link LaunchPace}); otherwise each part takes no less
     *     than the host needs to launch it
     */
    PassWriter(OpWriter out, boolean everyKernel, boolean runsAhead) {
        this.out = out;
        this.everyKernel = everyKernel;
        this.runsAhead = runsAhead;
    }

    /** Sets the layer of the following ops. */
    PassWriter at(String layer) {
        label = layer;
        return this;
    }

    /** The forward pass; {@code again} marks recomputation. */
    void forward(List<LayerPiece> pieces, boolean again) {
        suffix = again ? " again" : "";
        for (LayerPiece piece : pieces) {
            if (piece instanceof Work work) {
                add(work.part(), work.forward());
                join();
            } else if (piece instanceof Exchange exchange) {
                blocking(exchange.name(), exchange.forward());
            } else if (piece instanceof OverlappedExchange overlapped) {
                flush();
                running = overlap(overlapped.name(), overlapped.forward());
            }
        }
        flush();
        suffix = "";
    }

    /** The backward pass. */
    void backward(List<LayerPiece> pieces) {
        suffix = " grad";
        for (int i = pieces.size() - 1; i >= 0; i--) {
            if (pieces.get(i) instanceof Exchange exchange) {
                blocking(exchange.name(), exchange.backward());
            } else if (pieces.get(i) instanceof Work work) {
                i = backward(work, pieces, i);
            }
        }
        flush();
        suffix = "";
    }

    /** Writes work and its overlapping communication; returns the index of the first of these pieces. */
    private int backward(Work work, List<LayerPiece> pieces, int at) {
        if (at > 0 && pieces.get(at - 1) instanceof OverlappedExchange overlapped) {
            flush();
            running = overlap(overlapped.name(), overlapped.backward());
        }
        int before = before(pieces, at);
        boolean hides = before >= 0 && !work.weights().isEmpty();
        if (hides && sends((Exchange) pieces.get(before))) {
            hidden(work, (Exchange) pieces.get(before));
            return before;
        }
        add(work.part(), work.backward());
        add(work.part(), work.weights());
        gradients(work);
        join();
        return at;
    }

    /**
     * Index of the exchange before a piece, possibly with communication overlapping the piece between them; -1 if there
     * is none.
     */
    private static int before(List<LayerPiece> pieces, int at) {
        int before = at > 0 && pieces.get(at - 1) instanceof OverlappedExchange ? at - 2 : at - 1;
        return before >= 0 && pieces.get(before) instanceof Exchange ? before : -1;
    }

    /** Gradients of inputs only; those of weights follow later. */
    void backwardInputs(List<LayerPiece> pieces) {
        backward(pieces.stream().map(PassWriter::inputs).toList());
    }

    private static LayerPiece inputs(LayerPiece piece) {
        if (!(piece instanceof Work work)) {
            return piece;
        }
        List<StepKernel> kernels =
                work.backward().stream().filter(k -> !ofWeights(k)).toList();
        return new Work(work.part(), work.forward(), kernels, List.of(), 0, work.copies());
    }

    private static boolean ofWeights(StepKernel kernel) {
        return kernel.name().endsWith("weight grad") || kernel.name().endsWith("bias grad");
    }

    /** Gradients of weights; inputs of which each rank kept its part are gathered again. */
    void backwardWeights(List<LayerPiece> pieces) {
        suffix = " grad";
        for (int i = pieces.size() - 1; i >= 0; i--) {
            if (pieces.get(i) instanceof Work work) {
                int before = before(pieces, i);
                if (before >= 0 && !work.weights().isEmpty()) {
                    Exchange exchange = (Exchange) pieces.get(before);
                    flush();
                    blocking(exchange.name() + " again", exchange.again());
                }
                List<StepKernel> kernels = new ArrayList<>(
                        work.backward().stream().filter(PassWriter::ofWeights).toList());
                kernels.addAll(work.weights());
                add(everyKernel ? work.part() : work.part() + " weight", kernels);
                gradients(work);
            }
        }
        flush();
        suffix = "";
    }

    /** Makes the next op wait for the communication that overlaps with the preceding work. */
    private void join() {
        if (running >= 0) {
            flush();
            out.alsoAfter(running);
            running = -1;
        }
    }

    private boolean sends(Exchange exchange) {
        Comm comm = exchange.backward();
        return comm.bytes() > 0 && out.ranksOf(comm.group()) > 1;
    }

    /** Overlaps the exchange of input gradients with the computation of weight gradients, as in Megatron-LM. */
    private void hidden(Work work, Exchange exchange) {
        long inputs = overlap(exchange.name() + " again", exchange.again());
        add(work.part(), work.backward());
        flush();
        join();
        long sum = overlap(exchange.name(), exchange.backward());
        out.alsoAfter(inputs);
        add(everyKernel ? work.part() : work.part() + " weight", work.weights());
        gradients(work);
        flush();
        out.alsoAfter(sum);
    }

    private void gradients(Work work) {
        if (work.parameters() > 0) {
            ready.merge(work.copies(), work.parameters(), Long::sum);
        }
    }

    private void add(String of, List<StepKernel> kernels) {
        for (StepKernel kernel : kernels) {
            boolean other = !part.equals(label + of);
            if (other && !isNorm()) {
                flush();
            }
            part = label + of;
            pending.add(kernel);
            if (everyKernel) {
                flush();
            }
        }
    }

    /** A single norm does not become an op; it is merged with the following work if nothing is in between. */
    private boolean isNorm() {
        return pending.size() == 1 && pending.get(0).name().startsWith("norm");
    }

    private String called() {
        StepKernel first = pending.get(0);
        if (everyKernel) {
            return part + " " + first.name() + (first.name().endsWith("grad") ? "" : suffix);
        }
        return part + (isNorm() ? " norm" : "") + suffix;
    }

    private void blocking(String what, Comm comm) {
        if (comm.bytes() > 0 && out.ranksOf(comm.group()) > 1) {
            flush();
            if (comm.loads().isEven()) {
                out.collective(called(what, comm), comm.type(), new Bytes(comm.bytes()), comm.group());
            } else {
                out.follow(exchange(what, comm));
            }
        }
    }

    private long exchange(String what, Comm comm) {
        return out.exchange(called(what, comm), comm.pairs(), new Bytes(comm.bytes()), comm.group());
    }

    private long overlap(String what, Comm comm) {
        if (!comm.loads().isEven()) {
            return exchange(what, comm);
        }
        return out.overlap(called(what, comm), comm.type(), new Bytes(comm.bytes()), comm.group());
    }

    private String called(String what, Comm comm) {
        return label + what + suffix + " " + comm.type().hyphenated();
    }

    /** Writes what was collected. */
    void flush() {
        if (!pending.isEmpty()) {
            double operations =
                    pending.stream().mapToDouble(StepKernel::operations).sum();
            double bytes = pending.stream().mapToDouble(StepKernel::bytes).sum();
            double gpu = pending.stream().mapToDouble(StepKernel::nanos).sum();
            double host = pending.stream().mapToDouble(StepKernel::host).sum();
            double nanos = runsAhead ? gpu : Math.max(gpu, host);
            out.compute(called(), Cost.of(operations, bytes).taking(StepKernelTimes.span(nanos)));
            pending.clear();
        }
        ready.forEach(out::gradients);
        ready.clear();
    }
}
