// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/**
 * A value that stays on the machine where it was made, such as a loaded trace. Immutable. When its machine is lost, it
 * is made again elsewhere from its input and the shared data. The first stage has a public constructor that takes its
 * input.
 */
public interface RemoteStage {
    /** The answer to the driver. */
    byte[] answer();

    /**
     * The next value, made from this one and the shared data.
     *
     * @throws Exception when it cannot be made; the whole work then ends with its message
     */
    RemoteStage next(RemoteShare shared) throws Exception;

    /** Creates a first stage from the name of its class, on the machine where it stays. */
    static RemoteStage open(String type, byte[] input) {
        return RemoteClass.open(RemoteStage.class, type, input);
    }
}
