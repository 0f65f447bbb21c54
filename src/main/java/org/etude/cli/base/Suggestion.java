// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Suggests names for a mistyped one: those that start with it, or else those with the smallest edit distance (a letter
 * added, omitted, wrong, or two swapped), at most one edit per three letters.
 */
public final class Suggestion {
    private static final int LETTERS_PER_SLIP = 3;
    private static final int MOST = 3;

    private Suggestion() {}

    /** The nearest of some names, in their order; empty if none is near. */
    public static List<String> of(String typed, Collection<String> names) {
        String word = bare(typed);
        List<String> begun = names.stream()
                .filter(name -> word.length() > 1 && bare(name).startsWith(word))
                .distinct()
                .limit(MOST)
                .toList();
        return begun.isEmpty() ? nearest(word, names) : begun;
    }

    /** A question with these names, {@code Did you mean 'run' or 'ranks'?}; "" if there are none. */
    public static String question(List<String> meant) {
        return meant.isEmpty() ? "" : "Did you mean '" + String.join("' or '", meant) + "'?";
    }

    private static List<String> nearest(String word, Collection<String> names) {
        int least = Math.max(1, (word.length() + 1) / LETTERS_PER_SLIP);
        List<String> nearest = new ArrayList<>();
        for (String name : names) {
            int slips = slips(word, bare(name));
            if (slips < least) {
                nearest.clear();
                least = slips;
            }
            if (slips == least && slips < word.length() && !nearest.contains(name)) {
                nearest.add(name);
            }
        }
        return nearest.subList(0, Math.min(MOST, nearest.size()));
    }

    /** Removes the dashes of an option, so that they do not count. */
    private static String bare(String name) {
        return name.replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
    }

    /** The Damerau-Levenshtein distance (optimal string alignment). */
    public static int slips(String a, String b) {
        int[][] least = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                least[i][j] = i == 0 || j == 0 ? i + j : slips(a, i, b, j, least);
            }
        }
        return least[a.length()][b.length()];
    }

    private static int slips(String a, int i, String b, int j, int[][] least) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int slips = Math.min(least[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        boolean exchanged = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return exchanged ? Math.min(slips, least[i - 2][j - 2] + 1) : slips;
    }
}
