// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** Collects what reading a plan omitted from its messages, in either format. */
final class PlanFindings {
    private final String file;
    private final List<Finding> findings = new ArrayList<>();

    PlanFindings(String file) {
        this.file = file;
    }

    /** Counts copies and reductions within a GPU; no finding if there are none. */
    void local(int count) {
        if (count > 0) {
            add(
                    Level.INFO,
                    Counted.of(count, "copy or reduction", "copies and reductions") + " within a GPU",
                    "a plan contains no times",
                    "they take 1 ns each");
        }
    }

    /** Counts pipelines; no finding if there are none. */
    void loops(int count) {
        if (count > 0) {
            add(
                    Level.WARNING,
                    Counted.of(count, "pipeline"),
                    "they cut chunks while they run",
                    "each runs once with whole chunks");
        }
    }

    /** Reports operations that no version of the format has; no finding if there are none. */
    void unknown(Collection<String> names) {
        if (!names.isEmpty()) {
            add(
                    Level.WARNING,
                    "unknown operations: " + String.join(", ", names),
                    "newer than this reader, or misspelt",
                    "taken by their buffers: what is on another GPU is read or written, nothing is signalled");
        }
    }

    /** Reports a protocol that sends flags with the data; ignores others. */
    void protocol(String protocol) {
        if (protocol.startsWith("LL")) {
            add(
                    Level.INFO,
                    "the protocol " + protocol,
                    "it sends flags with the data",
                    "messages have the bytes of the data only");
        }
    }

    private void add(Level level, String what, String why, String effect) {
        findings.add(new Finding(level, "import", -1, file, what, why, effect));
    }

    String file() {
        return file;
    }

    List<Finding> list() {
        return List.copyOf(findings);
    }
}
