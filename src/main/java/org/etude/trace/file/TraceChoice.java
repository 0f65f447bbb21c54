// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * Chooses among several files of one rank and kind (epochs, models, copies): the variant that most ranks have, then the
 * plain name, then the last in natural order.
 */
public final class TraceChoice {
    private final List<Candidate> chosen = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /** Chooses among these. */
    public TraceChoice(List<Candidate> candidates) {
        Map<String, Integer> counts = new HashMap<>();
        Map<String, List<Candidate>> groups = new TreeMap<>();
        for (Candidate candidate : candidates) {
            counts.merge(candidate.name().variant(), 1, Integer::sum);
            if (candidate.rank() < 0) {
                chosen.add(candidate);
            } else {
                String group = String.format(Locale.ROOT, "%010d %s", candidate.rank(), candidate.kind());
                groups.computeIfAbsent(group, g -> new ArrayList<>()).add(candidate);
            }
        }
        for (List<Candidate> group : groups.values()) {
            choose(group, counts);
        }
    }

    /** One file per rank and kind, and all files of unknown rank. */
    public List<Candidate> chosen() {
        return chosen;
    }

    /** Findings about skipped files. */
    public List<Finding> findings() {
        return findings;
    }

    private void choose(List<Candidate> group, Map<String, Integer> counts) {
        group.sort(Comparator.comparing(Candidate::isMisnamed)
                .thenComparing(c -> -counts.get(c.name().variant()))
                .thenComparing(c -> !c.name().variant().isEmpty())
                .thenComparing((a, b) -> natural(b.name().variant(), a.name().variant()))
                .thenComparing(c -> c.source().display()));
        Candidate best = group.get(0);
        chosen.add(best);
        for (Candidate other : group.subList(1, group.size())) {
            boolean misnamed = other.isMisnamed();
            findings.add(new Finding(
                    misnamed ? Level.ERROR : Level.WARNING,
                    "load",
                    best.rank(),
                    other.source().display(),
                    misnamed
                            ? "holds " + other.kind().text() + " although its name suggests "
                                    + other.name().kind().text()
                            : "a further file of this rank and kind",
                    misnamed
                            ? "the files were mixed up, or the recording wrote one trace twice"
                            : best.source().display() + " was taken"
                                    + ": the variant most ranks have, then the plain name, then the last",
                    misnamed ? "skipped; record or copy the right file" : "skipped; name a file to load it"));
        }
    }

    /** Compares texts in natural order, with embedded numbers as numbers. */
    public static int natural(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = digits(a, i);
            int endB = digits(b, j);
            int order;
            if (endA > i && endB > j) {
                String x = a.substring(i, endA).replaceFirst("^0+(?=.)", "");
                String y = b.substring(j, endB).replaceFirst("^0+(?=.)", "");
                order = x.length() != y.length() ? x.length() - y.length() : x.compareTo(y);
                i = endA;
                j = endB;
            } else {
                order = a.charAt(i++) - b.charAt(j++);
            }
            if (order != 0) {
                return order;
            }
        }
        return a.length() - i - (b.length() - j);
    }

    private static int digits(String text, int from) {
        int to = from;
        while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
            to++;
        }
        return to;
    }
}
