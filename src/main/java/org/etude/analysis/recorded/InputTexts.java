// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;

/** Reads the texts in which a trace keeps the inputs of an operator: lists of shapes, and lists of words. */
final class InputTexts {
    private InputTexts() {}

    /** The shape of each input, {@code [[8,3],[],[2]]}; of what is no plain tensor an empty one. */
    static List<long[]> shapes(String text) {
        List<long[]> shapes = new ArrayList<>();
        for (String input : elements(text)) {
            shapes.add(numbers(input));
        }
        return shapes;
    }

    /** The numbers of {@code [1, 2]}, in quotes or not; none where it holds anything else. */
    static long[] numbers(String list) {
        String inner = list.replaceAll("[\\[\\]\"\\s]", "");
        boolean plain = inner.matches("-?\\d{1,18}(,-?\\d{1,18})*") && list.indexOf('[', 1 + list.indexOf('[')) < 0;
        if (!plain) {
            return new long[0];
        }
        String[] parts = inner.split(",");
        long[] numbers = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Long.parseLong(parts[i]);
        }
        return numbers;
    }

    /** The elements of a JSON list as texts, words without their quotes; none where it is no list. */
    static List<String> elements(String text) {
        List<String> elements = new ArrayList<>();
        String list = text.strip();
        if (list.length() < 2 || list.charAt(0) != '[') {
            return elements;
        }
        int depth = 0;
        boolean quoted = false;
        int from = 1;
        for (int i = 1; i < list.length(); i++) {
            char c = list.charAt(i);
            quoted ^= c == '"' && list.charAt(i - 1) != '\\';
            depth += quoted || c != '[' ? 0 : 1;
            boolean ends = !quoted && depth == 0 && (c == ',' || c == ']');
            if (ends
                    && (c == ','
                            || !elements.isEmpty()
                            || !list.substring(from, i).isBlank())) {
                elements.add(unquoted(list.substring(from, i).strip()));
                from = i + 1;
            }
            depth -= quoted || c != ']' ? 0 : 1;
        }
        return elements;
    }

    private static String unquoted(String text) {
        boolean quotes = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quotes ? text.substring(1, text.length() - 1) : text;
    }
}
