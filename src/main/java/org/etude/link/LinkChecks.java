package org.etude.link;

import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** What linking one rank leaves open. */
final class LinkChecks {
    private static final double ENOUGH = 0.95;

    private LinkChecks() {}

    static void run(LinkedRank rank, List<Finding> findings) {
        int number = rank.trace().rank();
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
}
