package org.etude.workload.triosim;

import java.util.HashSet;
import java.util.Set;

/** A GPU that runs the whole trace. */
final class Gpu extends Lane {
    final DeviceMemory memory;

    /** What operators will make that are fetched for but did not end yet. */
    final Set<Integer> coming = new HashSet<>();

    Gpu(long capacity) {
        memory = new DeviceMemory(capacity);
    }
}
