// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.number.Ordinals;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.json.Literal;
import org.etude.trace.model.ProcessGroup;

/** Reads lists of process groups: pg_config of a Kineto head, the texts inside process_group:init nodes of host traces and ETs. */
public final class GroupList {
    private static final JsonKeys KEYS =
            JsonKeys.of("pg_name", "pg_desc", "backend_config", "pg_size", "group_size", "ranks", "uid", "backend_id");

    /** Maximum nesting of lists quoted as text. */
    private static final int MAX_QUOTED = 3;

    private static final String NAME = "pg_name";

    private GroupList() {}

    /** Reads the next array. */
    public static List<ProcessGroup> read(JsonCursor cursor) {
        List<ProcessGroup> groups = new ArrayList<>();
        if (!cursor.enterArray()) {
            return groups;
        }
        for (boolean first = true; cursor.nextElement(first); first = false) {
            if (cursor.enterObject()) {
                groups.add(group(cursor));
            }
        }
        return groups;
    }

    /** Reads the JSON inside a text; null when there is none. */
    public static List<ProcessGroup> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return read(new JsonCursor(bytes, 0, bytes.length));
        } catch (BadJson e) {
            return null; // the caller reports it
        }
    }

    /**
     * Reads the groups that the inputs of an ET's METADATA node define, {@code ['[{"pg_name": "1", "ranks": [0,
     * 1]}]']}: lists and dictionaries in Python or JSON syntax, either directly or quoted as text, including ranks.
     * Invalid ranks become -1.
     *
     * @param unsaid the ranks of a group that does not list them or whose list is unreadable; an empty list means all
     * @return empty when they list no groups, null when a list is truncated or damaged
     */
    public static List<ProcessGroup> ofInputs(String values, List<Integer> unsaid) {
        List<ProcessGroup> groups = new ArrayList<>();
        return collect(Literal.parse(values), 0, unsaid, groups) ? groups : null;
    }

    private static boolean collect(Object value, int depth, List<Integer> unsaid, List<ProcessGroup> into) {
        if (value instanceof String text && text.contains(NAME)) {
            return depth < MAX_QUOTED && collect(Literal.parse(text), depth + 1, unsaid, into);
        }
        if (value instanceof List<?> list) {
            return list.stream().allMatch(item -> collect(item, depth, unsaid, into));
        }
        if (value instanceof Map<?, ?> fields && fields.containsKey(NAME)) {
            into.add(group(fields, unsaid));
        }
        return value != null;
    }

    private static ProcessGroup group(Map<?, ?> fields, List<Integer> unsaid) {
        Object members = fields.get("ranks");
        Object listed = members instanceof String text ? Literal.parse(text) : members;
        Object size = fields.containsKey("pg_size") ? fields.get("pg_size") : fields.get("group_size");
        return new ProcessGroup(
                text(fields, NAME),
                text(fields, "pg_desc"),
                text(fields, "backend_config"),
                ordinal(size),
                listed instanceof List<?> ranks
                        ? ranks.stream().map(GroupList::rank).toList()
                        : unsaid);
    }

    private static String text(Map<?, ?> fields, String key) {
        Object value = fields.get(key);
        return value == null ? "" : value.toString();
    }

    private static int rank(Object member) {
        Object number = member instanceof String text ? Literal.parse(text) : member;
        return ordinal(number);
    }

    private static int ordinal(Object number) {
        return number instanceof Long whole ? Ordinals.of(whole) : -1;
    }

    private static ProcessGroup group(JsonCursor cursor) {
        JsonNumber number = new JsonNumber(cursor);
        String name = "";
        String description = "";
        String backend = "";
        int size = -1;
        List<Integer> ranks = new ArrayList<>();
        int key;
        for (boolean first = true; (key = cursor.nextKey(KEYS, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case 0 -> name = JsonText.read(cursor);
                case 1 -> description = JsonText.read(cursor);
                case 2 -> backend = JsonText.read(cursor);
                case 3, 4 -> size = number.readOrdinal();
                case 5 -> ranks = ranks(cursor, number);
                default -> cursor.skipValue();
            }
        }
        return new ProcessGroup(name, description, backend, size, ranks);
    }

    private static List<Integer> ranks(JsonCursor cursor, JsonNumber number) {
        List<Integer> ranks = new ArrayList<>();
        if (cursor.peek() == '"') {
            for (long rank : CommFields.longs(JsonText.read(cursor))) {
                ranks.add(Ordinals.of(rank));
            }
        } else if (cursor.enterArray()) {
            for (boolean first = true; cursor.nextElement(first); first = false) {
                ranks.add(number.readOrdinal());
            }
        }
        return ranks;
    }
}
