// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/**
 * Work done on another machine, by one thread or several. Implementations are public with a public constructor that
 * takes bytes.
 */
public interface RemoteTask {
    /**
     * Runs one task.
     *
     * @throws Exception when it fails; the whole job then ends with its message
     */
    byte[] run(byte[] input) throws Exception;

    /** Creates a task from the name of its class, on the machine where it runs. */
    static RemoteTask open(String type, byte[] shared) {
        return RemoteClass.open(RemoteTask.class, type, shared);
    }
}
