// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import java.util.Locale;
import org.etude.trace.comm.CommKernels;
import org.etude.trace.model.DeviceTrace;

/** Recognises events that can align a trace's clock with others: collectives. Each distinct name is examined once. */
public final class AnchorNames {
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final DeviceTrace trace;
    private final byte[] known;

    /** For a complete trace. */
    public AnchorNames(DeviceTrace trace) {
        this.trace = trace;
        known = new byte[trace.names().size()];
    }

    /** Whether an event is a collective. */
    boolean isCollective(int i) {
        int name = trace.nameId(i);
        if (known[name] == 0) {
            known[name] = isCollective(trace.names().text(name)) ? YES : NO;
        }
        return known[name] == YES;
    }

    /** Whether an event can align clocks. */
    public boolean isAnchor(int i) {
        return isCollective(i) && !trace.isFlagged(i);
    }

    /** Messages are excluded because their two sides do not end together. */
    private static boolean isCollective(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean transfer = lower.contains("send") || lower.contains("recv");
        return !transfer && (CommKernels.isWhole(name) || lower.startsWith("gloo:"));
    }
}
