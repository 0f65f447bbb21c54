// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.etude.trace.database.RocprofHead;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;

/** What the records of a process refer to by number: kinds, operations, kernels, texts of ranges, agents. */
final class RecordNames {
    private static final JsonKeys PARTS = JsonKeys.of("metadata", "agents", "strings", "kernel_symbols");
    private static final JsonKeys METADATA = JsonKeys.of("pid", "node");
    private static final JsonKeys NODE = JsonKeys.of("hostname");
    private static final JsonKeys AGENT = JsonKeys.of("id", "type", "name", "node_id");
    private static final JsonKeys HANDLE = JsonKeys.of("handle");
    private static final JsonKeys STRINGS = JsonKeys.of("buffer_records", "marker_api", "correlation_id");
    private static final JsonKeys KIND = JsonKeys.of("kind", "operations");
    private static final JsonKeys EXTERNAL = JsonKeys.of("external");
    private static final JsonKeys ENTRY = JsonKeys.of("key", "value");
    private static final JsonKeys SYMBOL =
            JsonKeys.of("kernel_id", "formatted_kernel_name", "demangled_kernel_name", "kernel_name");
    private static final int GPU = 2;

    private final List<String> kinds = new ArrayList<>();
    private final List<List<String>> operations = new ArrayList<>();
    private final Map<Long, String> kernels = new HashMap<>();
    private final Map<Long, String> ranges = new HashMap<>();
    private final Map<Long, String> renamed = new HashMap<>();
    private final Map<Long, Long> agents = new HashMap<>();
    private final Map<Long, String> gpus = new TreeMap<>();
    private long process;
    private String host = "";

    /** Reads them from the object of a process, as far as the last of them. */
    void read(JsonCursor cursor) {
        JsonNumber number = new JsonNumber(cursor);
        int left = 4;
        int key;
        for (boolean first = true;
                left > 0 && (key = cursor.nextKey(PARTS, first)) != JsonCursor.NO_MORE;
                first = false) {
            left -= key < 0 ? 0 : 1;
            switch (key) {
                case 0 -> metadata(cursor, number);
                case 1 -> each(cursor, () -> agent(cursor, number));
                case 2 -> strings(cursor, number);
                case 3 -> each(cursor, () -> symbol(cursor, number));
                default -> cursor.skipValue();
            }
        }
    }

    private static void each(JsonCursor cursor, Runnable element) {
        if (cursor.enterArray()) {
            for (boolean first = true; cursor.nextElement(first); first = false) {
                element.run();
            }
        }
    }

    private void metadata(JsonCursor cursor, JsonNumber number) {
        if (!cursor.enterObject()) {
            return;
        }
        int key;
        for (boolean first = true; (key = cursor.nextKey(METADATA, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case 0 -> process = number.readLong(0);
                case 1 -> host = only(cursor, NODE, "", () -> JsonText.read(cursor));
                default -> cursor.skipValue();
            }
        }
    }

    /** The value of the one field of an object that is wanted. */
    private static <T> T only(JsonCursor cursor, JsonKeys wanted, T absent, Supplier<T> value) {
        T found = absent;
        if (cursor.enterObject()) {
            int key;
            for (boolean first = true; (key = cursor.nextKey(wanted, first)) != JsonCursor.NO_MORE; first = false) {
                if (key == 0) {
                    found = value.get();
                } else {
                    cursor.skipValue();
                }
            }
        }
        return found;
    }

    /** The number in an object such as {"handle": 4}. */
    static long handle(JsonCursor cursor, JsonNumber number) {
        return cursor.peek() == '{' ? only(cursor, HANDLE, 0L, () -> number.readLong(0)) : number.readLong(0);
    }

    private void agent(JsonCursor cursor, JsonNumber number) {
        if (!cursor.enterObject()) {
            return;
        }
        long handle = 0;
        long type = 0;
        long node = 0;
        String name = "";
        int key;
        for (boolean first = true; (key = cursor.nextKey(AGENT, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case 0 -> handle = handle(cursor, number);
                case 1 -> type = number.readLong(0);
                case 2 -> name = JsonText.read(cursor);
                case 3 -> node = number.readLong(0);
                default -> cursor.skipValue();
            }
        }
        if (type == GPU) {
            agents.put(handle, node);
            gpus.put(node, name);
        }
    }

    private void strings(JsonCursor cursor, JsonNumber number) {
        if (!cursor.enterObject()) {
            return;
        }
        int key;
        for (boolean first = true; (key = cursor.nextKey(STRINGS, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case 0 -> each(cursor, () -> kind(cursor));
                case 1 -> entries(cursor, number, ranges);
                case 2 ->
                    only(cursor, EXTERNAL, null, () -> {
                        entries(cursor, number, renamed);
                        return null;
                    });
                default -> cursor.skipValue();
            }
        }
    }

    private void kind(JsonCursor cursor) {
        String name = "";
        List<String> its = new ArrayList<>();
        if (cursor.enterObject()) {
            int key;
            for (boolean first = true; (key = cursor.nextKey(KIND, first)) != JsonCursor.NO_MORE; first = false) {
                switch (key) {
                    case 0 -> name = JsonText.read(cursor);
                    case 1 -> each(cursor, () -> its.add(JsonText.read(cursor)));
                    default -> cursor.skipValue();
                }
            }
        }
        kinds.add(name);
        operations.add(its);
    }

    private static void entries(JsonCursor cursor, JsonNumber number, Map<Long, String> into) {
        each(cursor, () -> {
            long id = 0;
            String value = "";
            if (cursor.enterObject()) {
                int key;
                for (boolean first = true; (key = cursor.nextKey(ENTRY, first)) != JsonCursor.NO_MORE; first = false) {
                    switch (key) {
                        case 0 -> id = number.readLong(0);
                        case 1 -> value = JsonText.read(cursor);
                        default -> cursor.skipValue();
                    }
                }
            }
            into.put(id, value);
        });
    }

    private void symbol(JsonCursor cursor, JsonNumber number) {
        if (!cursor.enterObject()) {
            return;
        }
        long id = 0;
        String[] names = {"", "", ""};
        int key;
        for (boolean first = true; (key = cursor.nextKey(SYMBOL, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case JsonCursor.UNKNOWN -> cursor.skipValue();
                case 0 -> id = number.readLong(0);
                default -> names[key - 1] = JsonText.read(cursor);
            }
        }
        for (String name : names) {
            if (!name.isEmpty()) {
                kernels.putIfAbsent(id, name);
            }
        }
    }

    /** The fields of the head of a Kineto trace, as JSON members. */
    String head() {
        return RocprofHead.of(host, List.copyOf(gpus.values()));
    }

    /** The process's id. */
    long process() {
        return process;
    }

    /** The name of a kind of records, or "". */
    String kind(long kind) {
        return kind >= 0 && kind < kinds.size() ? kinds.get((int) kind) : "";
    }

    /** The name of an operation of a kind: its number where there is none. */
    String operation(long kind, long operation) {
        List<String> its = kind >= 0 && kind < operations.size() ? operations.get((int) kind) : List.of();
        return operation >= 0 && operation < its.size() ? its.get((int) operation) : "operation " + operation;
    }

    /** The name of a kernel: that of its external correlation where kernels were renamed. */
    String kernel(long kernel, long external) {
        String name = renamed.get(external);
        return name != null ? name : kernels.getOrDefault(kernel, "kernel " + kernel);
    }

    /** The text of a range with a correlation, or that of its operation. */
    String range(long correlation, long kind, long operation) {
        String text = ranges.get(correlation);
        return text != null && !text.isEmpty() ? text : operation(kind, operation);
    }

    /** The number of a GPU; 0 for what is none. */
    long gpu(long handle) {
        return agents.getOrDefault(handle, 0L);
    }
}
