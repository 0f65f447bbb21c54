// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.model.ProcessGroup;

/** Reads lists of process groups: pg_config of a Kineto head, the text inside a process_group:init node. */
public final class GroupList {
    private static final JsonKeys KEYS =
            JsonKeys.of("pg_name", "pg_desc", "backend_config", "pg_size", "group_size", "ranks", "uid", "backend_id");

    private GroupList() {}

    /** Reads the array that is next. */
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

    /** Reads the JSON inside a text; null when it is none. */
    public static List<ProcessGroup> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return read(new JsonCursor(bytes, 0, bytes.length));
        } catch (BadJson e) {
            return null; // the caller reports it
        }
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
                case 3, 4 -> size = (int) number.readLong(-1);
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
                ranks.add((int) rank);
            }
        } else if (cursor.enterArray()) {
            for (boolean first = true; cursor.nextElement(first); first = false) {
                ranks.add((int) number.readLong(-1));
            }
        }
        return ranks;
    }
}
