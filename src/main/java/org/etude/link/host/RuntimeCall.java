// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import java.util.Locale;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * How a runtime or driver call affects ordering, for CUDA and HIP alike. Launches are recognised elsewhere ({@link
 * LaunchIndex}).
 */
public enum RuntimeCall {
    EVENT_RECORD,
    STREAM_WAIT,
    DEVICE_SYNC,
    STREAM_SYNC,
    EVENT_SYNC,
    /** A copy that returns when the data has arrived. */
    BLOCKING_COPY,
    /** A copy that may or may not block. */
    ASYNC_COPY,
    /** Looks like the start of GPU work; used only where correlations are missing. */
    LAUNCH_LIKE,
    OTHER;

    private static final RuntimeCall[] VALUES = values();

    boolean blocks() {
        return this == DEVICE_SYNC || this == STREAM_SYNC || this == EVENT_SYNC || this == BLOCKING_COPY;
    }

    static RuntimeCall of(String name) {
        String call = name.toLowerCase(Locale.ROOT);
        if (call.contains("memcpy")) {
            return call.contains("async") ? ASYNC_COPY : BLOCKING_COPY;
        }
        if (call.contains("eventrecord")) {
            return EVENT_RECORD;
        }
        if (call.contains("streamwaitevent")) {
            return STREAM_WAIT;
        }
        if (call.contains("launch")) {
            return LAUNCH_LIKE;
        }
        return call.contains("synchronize") ? synchronisation(call) : OTHER;
    }

    private static RuntimeCall synchronisation(String call) {
        if (call.contains("stream")) {
            return STREAM_SYNC;
        }
        return call.contains("event") ? EVENT_SYNC : DEVICE_SYNC;
    }

    /** The kind of every runtime event of a trace; {@link #OTHER} for all other events. Each name is read once. */
    static RuntimeCall[] classify(DeviceTrace device) {
        byte[] byName = new byte[device.names().size()];
        RuntimeCall[] calls = new RuntimeCall[device.size()];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = OTHER;
            if (device.kind(i) == EventKind.RUNTIME) {
                int name = device.nameId(i);
                if (byName[name] == 0) {
                    byName[name] = (byte) (1 + of(device.names().text(name)).ordinal());
                }
                calls[i] = VALUES[byName[name] - 1];
            }
        }
        return calls;
    }
}
