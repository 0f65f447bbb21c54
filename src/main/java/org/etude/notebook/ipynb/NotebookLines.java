// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Multi-line texts: one string in the model, a list of lines in the file. */
final class NotebookLines {
    private static final Set<String> SPLIT = Set.of("application/javascript", "image/svg+xml");

    private NotebookLines() {}

    /** A text from the file: a list of lines is joined; anything else is unchanged. */
    static Object joined(Object value) {
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            StringBuilder text = new StringBuilder();
            list.forEach(text::append);
            return text.toString();
        }
        return value;
    }

    /** A text in the file's form: lines with their newlines. */
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

    /** Contents by MIME type from the file: texts joined, JSON unchanged. */
    static Map<String, Object> joinedData(Map<?, ?> data) {
        Map<String, Object> joined = new LinkedHashMap<>();
        data.forEach((mime, content) ->
                joined.put(String.valueOf(mime), isJson(String.valueOf(mime)) ? content : joined(content)));
        return joined;
    }

    /** Contents by MIME type in the file's form: texts as lines, images and JSON unchanged. */
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
