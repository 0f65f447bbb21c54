// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Matches the column names of a table. Case, blanks and punctuation are ignored, so "# GPUs" is gpus. */
final class ColumnNames {
    private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern ENDS = Pattern.compile("^_|_$");

    private ColumnNames() {}

    /** The name in lower case, each run of other characters an underscore, none at the ends. */
    static String key(String name) {
        String key = SIGNS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("_");
        return ENDS.matcher(key).replaceAll("");
    }

    /** The names in the header of the layout's columns and, by their keys, of all others. */
    static Map<String, String> of(List<String> header, RowLayout layout) {
        Map<String, String> byKey = new HashMap<>();
        header.forEach(name -> byKey.put(key(name), name));
        Map<String, String> columns = new HashMap<>();
        for (String name : header) { // of two spellings of one column the first counts
            String column = layout.spellings().get(key(name));
            if (column != null) {
                columns.putIfAbsent(column, name);
            }
        }
        columns.putAll(byKey);
        for (String column : layout.columns()) {
            if (byKey.containsKey(key(column))) {
                columns.put(column, byKey.get(key(column)));
            }
        }
        return columns;
    }

    /** Columns that a layout needs and a header lacks. */
    static List<String> missing(List<String> header, RowLayout layout) {
        Set<String> there = of(header, layout).keySet();
        return layout.columns().stream()
                .filter(column -> !there.contains(column))
                .toList();
    }

    /** Columns that a header has twice. */
    static Set<String> duplicates(List<String> header) {
        Set<String> seen = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (String name : header) {
            if (!key(name).isEmpty() && !seen.add(key(name))) {
                twice.add(name);
            }
        }
        return twice;
    }
}
