// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/** Collects findings of one rank: the first few of each kind, then the number of further ones. */
final class LimitedFindings {
    private final int rank;
    private final List<Finding> rows = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    LimitedFindings(int rank) {
        this.rank = rank;
    }

    /** Adds a row; {@code why} identifies the kind. */
    void add(Level level, String where, String what, String why, String effect) {
        int count = counts.merge(why, 1, Integer::sum);
        if (count <= EtValidator.MAX_ROWS) {
            rows.add(new Finding(level, "validate", rank, where, what, why, effect));
        }
    }

    List<Finding> rows() {
        List<Finding> all = new ArrayList<>(rows);
        counts.forEach((why, count) -> {
            if (count > EtValidator.MAX_ROWS) {
                Finding like = rows.stream()
                        .filter(r -> r.why().equals(why))
                        .findFirst()
                        .orElseThrow();
                all.add(new Finding(
                        like.level(),
                        "validate",
                        rank,
                        "",
                        (count - EtValidator.MAX_ROWS) + " more like it",
                        why,
                        like.effect()));
            }
        });
        return all;
    }
}
