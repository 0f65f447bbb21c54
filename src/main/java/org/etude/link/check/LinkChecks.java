// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import java.util.List;
import org.etude.link.model.LinkedRank;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;

/** What linking one rank leaves open. */
final class LinkChecks {
    private static final double ENOUGH = 0.95;

    /** Share of the operators of one recording that both of its traces hold at least. */
    private static final double SAME_RUN = 0.75;

    private LinkChecks() {}

    /**
     * Looks at one rank.
     *
     * @param hostOps operators that its device trace holds
     */
    static void run(LinkedRank rank, long hostOps, List<Finding> findings) {
        int number = rank.trace().rank();
        otherRun(rank, hostOps, findings);
        for (LinkedRank.Coverage part : rank.coverage()) {
            if (part.total() > 0 && part.matched() < ENOUGH * part.total()) {
                findings.add(new Finding(
                        Level.WARNING,
                        "check",
                        number,
                        "",
                        part.matched() + " of " + part.total() + " " + part.what() + " were linked",
                        "the report of linking lists the others with reasons",
                        "record host and device over the same whole steps, with warm-up before them"));
            }
        }
        long unknown = rank.collectives().stream()
                .filter(collective -> collective.type() == CollectiveType.UNKNOWN)
                .count();
        if (unknown > 0) {
            findings.add(new Finding(
                    Level.WARNING,
                    "check",
                    number,
                    "",
                    unknown + " collectives of unknown type",
                    "RCCL kernels do not tell it, and no record_param_comms or annotation covers them",
                    "record again with warm-up steps so that their launches are in the window, or say what to assume"));
        }
        long sizes = rank.collectives().stream()
                .filter(collective -> collective.inBytes() < 0 && collective.type() != CollectiveType.BARRIER)
                .count();
        if (sizes > 0) {
            findings.add(new Finding(
                    Level.WARNING,
                    "check",
                    number,
                    "",
                    sizes + " collectives of unknown size",
                    "neither arguments nor tensor shapes were recorded for them",
                    "record again with record_shapes=True and an ExecutionTraceObserver"));
        }
    }

    /** Most operators of a recording are in both of its traces, except where one of them covers less. */
    private static void otherRun(LinkedRank rank, long hostOps, List<Finding> findings) {
        if (rank.trace().host() == null || rank.trace().device() == null) {
            return;
        }
        for (LinkedRank.Coverage part : rank.coverage()) {
            long both = Math.min(part.total(), hostOps);
            if (part.what().equals("host ops") && both > 0 && part.matched() < SAME_RUN * both) {
                findings.add(new Finding(
                        Level.ERROR,
                        "check",
                        rank.trace().rank(),
                        "",
                        "the host trace is of another run than the device trace",
                        part.matched() + " of " + part.total() + " host operators are among the " + hostOps
                                + " of the device trace",
                        "take both files of one run, with observer and profiler over the same steps"));
            }
        }
    }
}
