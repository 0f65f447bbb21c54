// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

/**
 * A value that stays on the machine where it was made, such as a loaded trace. Immutable: when its machine is lost, it is made again
 * elsewhere from its input and what was shared. The first stage has a public constructor that takes its input.
 */
public interface RemoteStage {
    /** What it tells the machine that asks. */
    byte[] answer();

    /**
     * The value that follows from it and from what all were told.
     *
     * @throws Exception when it cannot be made; the whole work then ends with its message
     */
    RemoteStage next(RemoteShare shared) throws Exception;

    /** Makes a first stage by the name of its class, where it stays. */
    static RemoteStage open(String type, byte[] input) {
        return RemoteClass.open(RemoteStage.class, type, input);
    }
}
