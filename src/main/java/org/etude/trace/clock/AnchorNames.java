// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import java.util.Locale;
import org.etude.trace.comm.CommKernels;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DeviceTrace;

/**
 * Recognises events that can align a trace's clock with others: collectives, and messages. Each distinct name is examined
 * once.
 */
public final class AnchorNames {
    private static final byte COLLECTIVE = 1;
    private static final byte MESSAGE = 2;
    private static final byte NEITHER = 3;

    private final DeviceTrace trace;
    private final byte[] known;

    /** For a complete trace. */
    public AnchorNames(DeviceTrace trace) {
        this.trace = trace;
        known = new byte[trace.names().size()];
    }

    /** Whether an event is a collective. */
    boolean isCollective(int i) {
        return kind(i) == COLLECTIVE;
    }

    /** Whether an event is a send or receive, or the operator that calls one; their two sides do not end together. */
    boolean isMessage(int i) {
        return kind(i) == MESSAGE;
    }

    /** Whether an event can align clocks. */
    public boolean isAnchor(int i) {
        return kind(i) != NEITHER && !trace.isFlagged(i);
    }

    private byte kind(int i) {
        int name = trace.nameId(i);
        if (known[name] == 0) {
            known[name] = kind(trace.names().text(name));
        }
        return known[name];
    }

    private static byte kind(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean message = lower.contains("send") || lower.contains("recv");
        if (message && (CommNames.isMessageCall(name) || CommNames.peer(name) >= 0)) {
            return MESSAGE;
        }
        boolean transfer = CommKernels.isWhole(name) || CommNames.isHostBackend(lower);
        return !transfer ? NEITHER : message ? MESSAGE : COLLECTIVE;
    }
}
