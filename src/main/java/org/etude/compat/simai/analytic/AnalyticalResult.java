// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.List;
import org.etude.report.Report;

/**
 * The time of a step.
 *
 * @param rows one entry per row of the workload, in order
 * @param sums sums over all rows
 * @param report doubtful results
 */
public record AnalyticalResult(List<RowTimes> rows, Sums sums, Report report) {
    /** Copies the list. */
    public AnalyticalResult {
        rows = List.copyOf(rows);
    }

    /**
     * Sums over rows, in microseconds.
     *
     * @param dp exposed communication of data-parallel groups
     * @param dpEp exposed communication of data-parallel groups of experts
     * @param tp exposed communication of tensor-parallel groups
     * @param ep exposed communication of expert-parallel groups
     * @param pp exposed messages between stages
     * @param bubble time that stages wait for each other
     * @param compute computation
     */
    public record Sums(double dp, double dpEp, double tp, double ep, double pp, double bubble, double compute) {
        /** Exposed communication without messages between stages, in microseconds. */
        public double exposed() {
            return dp + dpEp + tp + ep;
        }

        /** The step time in microseconds. */
        public double total() {
            return compute + exposed() + bubble + pp;
        }
    }
}
