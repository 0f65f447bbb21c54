// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HashMap;
import java.util.Map;

/**
 * The fields {@code cat, ph, pid, tid} of trace events, encoded once for all events of a thread and category: millions of events
 * have a few hundred of them. Keeps up to {@value #MOST}, about 200 bytes each.
 */
final class EventHeads {
    private static final int MOST = 1 << 16;

    private final Map<Key, SerializableString> known = new HashMap<>();

    private record Key(String category, String phase, int process, int thread) {
        /** Without the bootstrap of a record's own, which the quick compiler does not inline. */
        @Override
        public int hashCode() {
            int texts = 31 * (category == null ? 0 : category.hashCode()) + phase.hashCode();
            return (31 * texts + process) * 31 + thread;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && thread == key.thread
                    && process == key.process
                    && phase.equals(key.phase)
                    && (category == null ? key.category == null : category.equals(key.category));
        }
    }

    /** The fields of an event, preceded by the comma after its name. */
    SerializableString of(String category, String phase, int process, int thread) {
        Key key = new Key(category, phase, process, thread);
        SerializableString head = known.get(key);
        if (head == null) {
            head = encoded(key);
            if (known.size() < MOST) {
                known.put(key, head);
            }
        }
        return head;
    }

    private static SerializableString encoded(Key key) {
        StringBuilder text = new StringBuilder();
        if (key.category != null) {
            field(text, "cat", key.category);
        }
        field(text, "ph", key.phase);
        text.append(",\"pid\":").append(key.process).append(",\"tid\":").append(key.thread);
        return new SerializedString(text.toString());
    }

    private static void field(StringBuilder text, String name, String value) {
        text.append(",\"").append(name).append("\":\"");
        JsonStringEncoder.getInstance().quoteAsString(TraceJson.encodable(value), text);
        text.append('"');
    }
}
