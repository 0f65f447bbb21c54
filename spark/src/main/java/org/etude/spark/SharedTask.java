// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.io.Serializable;
import org.etude.cluster.RemoteTask;

/** A task with the data shared by its inputs, as broadcast; created once per executor. */
final class SharedTask implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String type;
    private final byte[] shared;
    private transient RemoteTask opened;

    SharedTask(Class<? extends RemoteTask> type, byte[] shared) {
        this.type = type.getName();
        this.shared = shared;
    }

    synchronized RemoteTask open() {
        if (opened == null) {
            opened = RemoteTask.open(type, shared);
        }
        return opened;
    }
}
