// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/** What is done on another machine, by one thread or several. Implementations are public with a public constructor that takes bytes. */
public interface RemoteTask {
    /**
     * Does one task.
     *
     * @throws Exception when it cannot be done; the whole job then ends with its message
     */
    byte[] run(byte[] input) throws Exception;

    /** Makes a task of a class of Etude by its name, where it runs. */
    static RemoteTask open(String type, byte[] shared) {
        return RemoteClass.open(RemoteTask.class, type, shared);
    }
}
