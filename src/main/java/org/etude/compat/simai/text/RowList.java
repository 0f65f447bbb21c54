// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.text.SimAiRow.Pass;

/** Collects rows. */
final class RowList {
    /** The time of unmeasured computations, ns. */
    static final long UNKNOWN = 1;

    private static final int LOSSES = 3;
    private static final int OPTIMIZER_STEPS = 4;

    private final List<SimAiRow> rows = new ArrayList<>();

    /** A pass of unknown time. */
    static Pass pass(String comm, long bytes) {
        return new Pass(UNKNOWN, comm, bytes);
    }

    /** A pass of unknown time without communication. */
    static Pass quiet() {
        return Pass.compute(UNKNOWN);
    }

    void add(String name, Pass forward, Pass inputGrad, Pass weightGrad) {
        rows.add(SimAiRow.of(name, forward, inputGrad, weightGrad));
    }

    /** The reductions of the loss and of the optimizer's flags. */
    void end(Sizes sizes, boolean sends) {
        Pass none = Pass.compute(0);
        for (int i = 1; i <= LOSSES; i++) {
            add("cross_entropy" + i, sends ? new Pass(0, "ALLREDUCE", sizes.crossEntropy()) : none, none, none);
        }
        for (int i = 1; i <= OPTIMIZER_STEPS; i++) {
            add("optimizer" + i, sends ? new Pass(0, "ALLREDUCE", 4) : none, none, none);
        }
    }

    List<SimAiRow> rows() {
        return rows;
    }

    /** The rows, without sizes where the forward pass or the input gradient sends nothing. */
    List<SimAiRow> cleaned() {
        return rows.stream()
                .map(row -> new SimAiRow(
                        row.name(),
                        row.forward().clean(),
                        row.inputGrad().clean(),
                        row.weightGrad(),
                        row.processTime()))
                .toList();
    }
}
