// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.List;
import org.etude.trace.json.Literal;

/** Reads the texts in which a trace keeps the inputs of an operator: lists of shapes, and lists of words. */
final class InputTexts {
    private InputTexts() {}

    /** The shape of each input, {@code [[8,3],[],[2]]}; of what is no plain tensor an empty one. */
    static List<long[]> shapes(String text) {
        return Literal.list(text).stream().map(InputTexts::numbers).toList();
    }

    /** The words of a list; lists in it as they print. */
    static List<String> words(String text) {
        return Literal.list(text).stream().map(String::valueOf).toList();
    }

    /** The items of a list, also of one in quotes as Kineto writes concrete inputs; anything else is its own only item. */
    static List<?> items(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        return value instanceof String text && text.startsWith("[") ? Literal.list(text) : List.of(value);
    }

    /** The numbers of {@code [1, 2]} or {@code 3}, in quotes or not; none where it holds anything else. */
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
