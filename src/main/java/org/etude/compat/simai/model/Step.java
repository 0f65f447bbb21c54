// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.spec.CollectiveType;

/**
 * One action of every rank, in order.
 *
 * @param row the row
 * @param pass 0 forward, 1 input gradient, 2 weight gradient
 * @param computeNanos computation before the collective
 * @param comm the collective that follows, if any
 * @param waits whether it waits for the collective's end
 * @param updateNanos how long it takes to apply the collective's result
 */
public record Step(int row, int pass, long computeNanos, Optional<Comm> comm, boolean waits, long updateNanos) {
    private static final long LEAST_FORWARD_BYTES = 4096;

    /**
     * A collective.
     *
     * @param collective its type
     * @param kind the kind of group
     * @param bytes its size
     */
    public record Comm(CollectiveType collective, Parallel kind, long bytes) {}

    /**
     * The steps of a workload: all rows forward, then both gradients from last to first; collectives of weight
     * gradients are waited for last.
     */
    public static List<Step> of(SimAiWorkload workload) {
        List<Step> steps = new ArrayList<>();
        List<SimAiRow> rows = workload.rows();
        for (int i = 0; i < rows.size(); i++) {
            SimAiRow.Pass pass = rows.get(i).forward();
            boolean raised = pass.bytes() > 0 && pass.bytes() < LEAST_FORWARD_BYTES;
            long bytes = raised ? LEAST_FORWARD_BYTES : pass.bytes();
            steps.add(step(i, 0, pass, bytes, Parallel.TP, rows.get(i).processTime()));
        }
        for (int i = rows.size() - 1; i >= 0; i--) {
            SimAiRow row = rows.get(i);
            steps.add(step(i, 1, row.inputGrad(), row.inputGrad().bytes(), Parallel.TP, row.processTime()));
            steps.add(step(i, 2, row.weightGrad(), row.weightGrad().bytes(), Parallel.DP, row.processTime()));
        }
        return steps;
    }

    private static Step step(int row, int number, SimAiRow.Pass pass, long bytes, Parallel usual, long update) {
        Optional<Comm> comm = CommWord.type(pass.comm())
                .flatMap(collective -> Parallel.of(pass.comm(), usual).map(kind -> new Comm(collective, kind, bytes)));
        return new Step(row, number, pass.computeNs(), comm, number != 2, update);
    }
}
