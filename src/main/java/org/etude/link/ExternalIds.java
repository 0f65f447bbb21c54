package org.etude.link;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.etude.trace.DeviceTrace;

/**
 * Operators by External id. Some profilers write ids of another numbering on GPU work; they are trusted only when the work
 * that has a launch bears them out.
 */
final class ExternalIds {
    private static final int ENOUGH = 3;

    private final DeviceTrace device;
    private final Long2IntOpenHashMap byId = new Long2IntOpenHashMap();
    private final boolean trusted;

    ExternalIds(DeviceTrace device, int[] launchOf, int[] enclosing) {
        this.device = device;
        byId.defaultReturnValue(-1);
        for (int i = device.size() - 1; i >= 0; i--) {
            if (device.kind(i).isHostOp() && device.externalId(i) > 0) {
                byId.put(device.externalId(i), i);
            }
        }
        trusted = bornOut(launchOf, enclosing);
    }

    /** The operator that GPU event {@code i} names, or -1 when it names none or the ids cannot be trusted. */
    int operator(int i) {
        return trusted && device.externalId(i) > 0 ? byId.get(device.externalId(i)) : -1;
    }

    private boolean bornOut(int[] launchOf, int[] enclosing) {
        int right = 0;
        int wrong = 0;
        for (int i = 0; i < launchOf.length; i++) {
            int named = launchOf[i] < 0 ? -1 : byId.get(device.externalId(i));
            if (named >= 0) {
                int op = enclosing[launchOf[i]];
                while (op >= 0 && op != named) {
                    op = enclosing[op];
                }
                right += op >= 0 ? 1 : 0;
                wrong += op >= 0 ? 0 : 1;
            }
        }
        return right >= ENOUGH && wrong * 20L <= right;
    }
}
