// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The findings of a stage, in the order in which they were reported. Immutable. */
public final class Report implements Iterable<Finding> {
    private static final Report EMPTY = new Report(List.of());

    private final List<Finding> findings;

    private Report(List<Finding> findings) {
        this.findings = findings;
    }

    /** A report without findings. */
    public static Report empty() {
        return EMPTY;
    }

    /** A report of these findings. */
    @Internal
    public static Report of(List<Finding> findings) {
        return findings.isEmpty() ? EMPTY : new Report(List.copyOf(findings));
    }

    /** The findings in order. */
    public List<Finding> findings() {
        return findings;
    }

    /** This report followed by another. */
    public Report plus(Report other) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(Given.value(other, "the other report").findings);
        return of(all);
    }

    /** Whether the result cannot be trusted in some respect. */
    public boolean hasErrors() {
        return has(Finding.Level.ERROR);
    }

    /** Whether any finding has this level. */
    @Internal
    public boolean has(Finding.Level level) {
        Given.value(level, Finding.Level.class, "the level");
        return findings.stream().anyMatch(f -> f.level() == level);
    }

    /** The number of findings. */
    public int size() {
        return findings.size();
    }

    @Override
    public Iterator<Finding> iterator() {
        return findings.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Report report && findings.equals(report.findings);
    }

    @Override
    public int hashCode() {
        return findings.hashCode();
    }

    /** One line per finding. */
    @Override
    public String toString() {
        return findings.isEmpty()
                ? "no findings"
                : findings.stream()
                        .map(finding -> finding.level().name().toLowerCase(Locale.ROOT) + ": " + finding.what())
                        .collect(Collectors.joining(System.lineSeparator()));
    }
}
