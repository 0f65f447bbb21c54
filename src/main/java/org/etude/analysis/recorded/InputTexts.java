// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.List;
import org.etude.trace.json.Literal;

/** Parses the texts in which a trace stores the inputs of an operator: lists of shapes, and lists of words. */
final class InputTexts {
    private InputTexts() {}

    /** The shape of each input, {@code [[8,3],[],[2]]}; empty for anything but a plain tensor. */
    static List<long[]> shapes(String text) {
        return Literal.list(text).stream().map(InputTexts::numbers).toList();
    }

    /** The words of a list; nested lists as they print. */
    static List<String> words(String text) {
        return Literal.list(text).stream().map(String::valueOf).toList();
    }

    /** The items of a list, even if quoted as Kineto writes concrete inputs; anything else is its own only item. */
    static List<?> items(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        return value instanceof String text && text.startsWith("[") ? Literal.list(text) : List.of(value);
    }

    /** The numbers of {@code [1, 2]} or {@code 3}, quoted or not; empty if it contains anything else. */
    static long[] numbers(Object value) {
        List<?> items = items(value);
        long[] numbers = new long[items.size()];
        for (int i = 0; i < numbers.length; i++) {
            if (items.get(i) instanceof Long number) {
                numbers[i] = number;
            } else if (items.get(i) instanceof String word && word.matches("-?\\d{1,18}")) {
                numbers[i] = Long.parseLong(word);
            } else {
                return new long[0];
            }
        }
        return numbers;
    }
}
