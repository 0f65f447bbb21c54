// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.csv.CsvFile;

/**
 * Says what is wrong with a header that is of no layout.
 *
 * @param csv the file
 * @param layouts the layouts that it could have
 */
record UnknownLayout(CsvFile csv, List<RowLayout> layouts) {
    private static final Map<String, String> SEPARATORS = Map.of(";", "semicolons", "\t", "tabs", "|", "vertical bars");

    PlanException error() {
        List<String> header = csv.header();
        if (header.isEmpty()) {
            return new PlanException(csv.name() + " is empty", "Give a table with one line per measured step.");
        }
        for (Map.Entry<String, String> separator : SEPARATORS.entrySet()) {
            if (header.size() == 1 && header.get(0).contains(separator.getKey())) {
                return new PlanException(
                        csv.name() + ", line 1: cells are separated by " + separator.getValue() + ", not commas",
                        "Write the table with commas between cells, and decimal points in numbers.");
            }
        }
        RowLayout nearest = layouts.stream()
                .min(Comparator.comparingDouble(this::missingShare))
                .orElseThrow();
        return missingShare(nearest) <= 0.5 ? lacks(nearest) : unknown();
    }

    private double missingShare(RowLayout layout) {
        return (double) ColumnNames.missing(csv.header(), layout).size()
                / layout.columns().size();
    }

    private PlanException lacks(RowLayout layout) {
        List<String> missing = ColumnNames.missing(csv.header(), layout);
        return new PlanException(
                csv.name() + ", line 1: " + (missing.size() == 1 ? "column " : "columns ") + String.join(", ", missing)
                        + (missing.size() == 1 ? " is" : " are") + " missing; the others are those of "
                        + layout.title(),
                "Add " + (missing.size() == 1 ? "it" : "them")
                        + "; a cell may be blank where the layout has a default.");
    }

    private PlanException unknown() {
        return new PlanException(
                csv.name() + ", line 1: the columns are " + csv.header() + ", which match no known layout",
                "Give columns "
                        + layouts.stream()
                                .map(layout -> layout.columns().toString())
                                .collect(Collectors.joining("; or "))
                        + ".");
    }
}
