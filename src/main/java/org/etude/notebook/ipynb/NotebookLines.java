// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Texts of several lines: one string in the model, a list of lines in the file. */
final class NotebookLines {
    private static final Set<String> SPLIT = Set.of("application/javascript", "image/svg+xml");

    private NotebookLines() {}

    /** A text of the file: a string, or a list of lines that is joined; anything else stays. */
    static Object joined(Object value) {
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            StringBuilder text = new StringBuilder();
            list.forEach(text::append);
            return text.toString();
        }
        return value;
    }

    /** A text as the file has it: each line with the newline that ends it. */
    static List<String> split(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', start)) {
            lines.add(text.substring(start, i + 1));
            start = i + 1;
        }
        if (start < text.length()) {
            lines.add(text.substring(start));
        }
        return lines;
    }

    /** Contents by MIME type, from the file: texts joined, JSON as it is. */
    static Map<String, Object> joinedData(Map<?, ?> data) {
        Map<String, Object> joined = new LinkedHashMap<>();
        data.forEach((mime, content) ->
                joined.put(String.valueOf(mime), isJson(String.valueOf(mime)) ? content : joined(content)));
        return joined;
    }

    /** Contents by MIME type, as the file has them: texts in lines, pictures and JSON as they are. */
    static Map<String, Object> splitData(Map<String, Object> data) {
        Map<String, Object> split = new LinkedHashMap<>();
        data.forEach((mime, content) -> split.put(
                mime,
                content instanceof String text && (mime.startsWith("text/") || SPLIT.contains(mime))
                        ? split(text)
                        : content));
        return split;
    }

    private static boolean isJson(String mime) {
        return mime.equals("application/json") || mime.endsWith("+json");
    }
}
