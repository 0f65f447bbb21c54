// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Locale;

/** Lines of a Kineto trace for tests that write their own. */
public final class KinetoText {
    private static final int GPU_STREAM = 7;

    private KinetoText() {}

    /** An event behind another one; times in us, {@code tid} 7 is a stream of GPU 0 and any other a thread of the host. */
    public static String event(String category, String name, int at, int micros, int tid, String args) {
        return String.format(
                Locale.ROOT,
                ",{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"ts\": %d, \"dur\": %d, \"pid\": %d, \"tid\": %d,"
                        + " \"args\": {%s}}",
                category,
                name,
                at,
                micros,
                tid == GPU_STREAM ? 0 : 1,
                tid,
                args);
    }
}
