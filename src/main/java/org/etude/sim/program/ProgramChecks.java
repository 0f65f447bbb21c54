// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.List;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.SimulationException;

/** Checks an execution trace before it is run. */
public final class ProgramChecks {
    private ProgramChecks() {}

    /**
     * Rejects dangling dependencies, traces without a free node and, unless in compat mode, cycles.
     *
     * @param rank the first rank that has this trace
     */
    public static void check(RankProgram program, int rank, boolean compat, FindingLog findings) {
        if (program.dangling != null) {
            throw new SimulationException(
                    "rank " + rank + ": " + program.dangling + ", which is not in the trace",
                    "Run repair() on the workload, which removes such dependencies and reports them.");
        }
        boolean anyFree = false;
        for (int parents : program.parents) {
            anyFree |= parents == 0;
        }
        if (!anyFree) {
            throw new SimulationException(
                    "rank " + rank + ": "
                            + (program.size == 0 ? "the trace has no nodes" : "every node depends on another one"),
                    program.size == 0
                            ? "Add the rank's .et file if it is missing; otherwise record or convert the rank again."
                            : "Run repair() on the workload, which breaks dependency cycles.");
        }
        int first = firstInCycle(program);
        if (first >= 0) {
            if (!compat) {
                throw cycle(program, rank, first);
            }
            findings.warn(
                    rank,
                    program.describe(first),
                    "dependency cycle",
                    "the node is or waits for a part of a cycle",
                    "it never runs and is left out of the result");
        }
        for (int n = 0; n < program.size; n++) {
            if (program.type[n] == EtNodeType.METADATA) {
                if (compat) {
                    throw new SimulationException(
                            "rank " + rank + ": " + program.describe(n)
                                    + " is a METADATA node, on which ASTRA-sim aborts",
                            "Run without compat, where it takes no time.");
                }
                findings.warn(
                        rank,
                        program.describe(n),
                        "METADATA node",
                        "it describes the job",
                        "it takes no time; process groups in it define communicator groups");
            }
        }
        UndefinedNodes.report(program, rank, findings);
    }

    /** A node that can never become free, or -1. */
    private static int firstInCycle(RankProgram program) {
        int[] waits = program.parents.clone();
        int[] ready = new int[program.size];
        int count = 0;
        for (int n = 0; n < program.size; n++) {
            if (waits[n] == 0) {
                ready[count++] = n;
            }
        }
        for (int i = 0; i < count; i++) {
            int node = ready[i];
            for (int c = program.childStart[node]; c < program.childStart[node + 1]; c++) {
                if (--waits[program.children[c]] == 0) {
                    ready[count++] = program.children[c];
                }
            }
        }
        if (count == program.size) {
            return -1;
        }
        return onCycle(program, waits);
    }

    /** Walks from an unready node to unready parents until a node repeats: that node is on a cycle. */
    private static int onCycle(RankProgram program, int[] waits) {
        int[] unreadyParent = new int[program.size];
        for (int n = 0; n < program.size; n++) {
            if (waits[n] > 0) {
                for (int c = program.childStart[n]; c < program.childStart[n + 1]; c++) {
                    unreadyParent[program.children[c]] = n;
                }
            }
        }
        int at = 0;
        while (waits[at] == 0) {
            at++;
        }
        boolean[] seen = new boolean[program.size];
        while (!seen[at]) {
            seen[at] = true;
            at = unreadyParent[at];
        }
        return at;
    }

    private static SimulationException cycle(RankProgram program, int rank, int first) {
        Finding row = new Finding(
                Finding.Level.ERROR,
                "simulate",
                rank,
                program.describe(first),
                "dependency cycle",
                "it depends on itself through other nodes",
                "it and all its successors would never run");
        return new SimulationException(
                "rank " + rank + ": " + program.describe(first) + " lies on a dependency cycle",
                "Run repair() on the workload, or compat to leave such nodes out as ASTRA-sim does.",
                Report.of(List.of(row)),
                null);
    }
}
