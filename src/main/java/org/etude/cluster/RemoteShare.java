// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.io.Serializable;
import java.util.function.Function;

/** What all tasks on a machine share: bytes, opened by the first that needs them. */
public final class RemoteShare implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private transient Object opened;

    /** Of these bytes. */
    public RemoteShare(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The value in it; made once on each machine, so it must not change when several threads use it. */
    @SuppressWarnings("unchecked")
    public synchronized <T> T open(Function<byte[], T> opener) {
        if (opened == null) {
            opened = opener.apply(bytes);
        }
        return (T) opened;
    }
}
