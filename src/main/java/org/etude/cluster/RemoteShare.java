// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.io.Serializable;
import java.util.function.Function;

/** Data shared by all tasks on a machine: bytes, decoded on first use. */
public final class RemoteShare implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private transient Object opened;

    /** Wraps these bytes. */
    public RemoteShare(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The decoded value; created once per machine, so it must not be modified if several threads use it. */
    @SuppressWarnings("unchecked")
    public synchronized <T> T open(Function<byte[], T> opener) {
        if (opened == null) {
            opened = opener.apply(bytes);
        }
        return (T) opened;
    }
}
