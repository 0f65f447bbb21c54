// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import java.util.List;
import org.etude.link.model.LinkedRank;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.CollectiveType;

/** Checks the result of linking one rank. */
final class LinkChecks {
    private static final double ENOUGH = 0.95;

    /** Minimum fraction of operators that the two traces of one recording share. */
    private static final double SAME_RUN = 0.75;

    private LinkChecks() {}

    /**
     * Checks one rank.
     *
     * @param hostOps number of operators in its device trace
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
                        "the link report lists the others with reasons",
                        "record host and device over the same whole steps, with warm-up before them"));
            }
        }
        long unknown = rank.collectives().stream()
                .filter(collective -> collective.type() == CollectiveType.UNKNOWN)
                .count();
        if (unknown > 0) {
            findings.add(
                    new Finding(
                            Level.WARNING,
                            "check",
                            number,
                            "",
                            Counted.of(unknown, "collective") + " of unknown type",
                            "RCCL kernel names do not state it, and no record_param_comms or annotation covers them",
                            "record again with warm-up steps so that their launches are in the window, or choose a type to assume"));
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
                    Counted.of(sizes, "collective") + " of unknown size",
                    "neither arguments nor tensor shapes were recorded for them",
                    "record again with record_shapes=True and an ExecutionTraceObserver"));
        }
    }

    /** Most operators of a recording are in both of its traces, unless one of them covers less. */
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
                        "the host trace is from a different run than the device trace",
                        part.matched() + " of " + part.total() + " host operators are among the " + hostOps
                                + " of the device trace",
                        "take both files of one run, with observer and profiler over the same steps"));
            }
        }
    }
}
