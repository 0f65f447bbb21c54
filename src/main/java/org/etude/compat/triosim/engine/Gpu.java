// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.HashSet;
import java.util.Set;

/** A GPU that runs the whole trace. */
public final class Gpu extends Lane {
    public final DeviceMemory memory;

    /** What operators will make that are fetched for but did not end yet. */
    public final Set<Integer> coming = new HashSet<>();

    Gpu(long capacity) {
        memory = new DeviceMemory(capacity);
    }
}
