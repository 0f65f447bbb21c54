// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.HashSet;
import java.util.Set;

/** A GPU that runs the whole trace. */
public final class Gpu extends Lane {
    public final DeviceMemory memory;

    /** The outputs of operators that are fetched for but have not ended yet. */
    public final Set<Integer> coming = new HashSet<>();

    Gpu(long capacity) {
        memory = new DeviceMemory(capacity);
    }
}
