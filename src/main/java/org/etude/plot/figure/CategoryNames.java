// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.etude.plot.paint.Typeface;

/**
 * Names of categories cut to a width, so that different names stay different: at the end, or in the middle where two of
 * them begin alike ({@code aten::max_pool2d_with_indices} and its {@code _backward}).
 */
final class CategoryNames {
    private CategoryNames() {}

    /** The names, none wider than {@code room} in the unit of {@code size}; "" where nothing fits. */
    static List<String> fit(List<String> names, double size, double room) {
        Map<String, String> cut = names.stream()
                .distinct()
                .collect(Collectors.toMap(Function.identity(), name -> Typeface.REGULAR.fit(name, size, room)));
        Map<String, Long> alike =
                cut.values().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        cut.replaceAll((name, end) -> alike.get(end) > 1 ? inTheMiddle(name, size, room) : end);
        return names.stream().map(cut::get).toList();
    }

    /** As many characters of the end as of the beginning. */
    private static String inTheMiddle(String name, double size, double room) {
        int[] characters = name.codePoints().toArray();
        for (int kept = characters.length - 1; kept > 1; kept--) {
            int tail = kept / 2;
            String cut = new String(characters, 0, kept - tail).stripTrailing()
                    + '\u2026'
                    + new String(characters, characters.length - tail, tail).stripLeading();
            if (Typeface.REGULAR.width(cut, size) <= room) {
                return cut;
            }
        }
        return Typeface.REGULAR.fit(name, size, room);
    }
}
