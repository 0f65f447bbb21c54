// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster;

import java.util.Optional;

/** Connects to clusters of one kind. Found by {@link java.util.ServiceLoader}. */
public interface ClusterProvider {
    /**
     * Connects to a master.
     *
     * @param work what the engine will do
     * @return empty when the address belongs to another kind of cluster
     * @throws ClusterException when it cannot be reached
     */
    Optional<ClusterEngine> at(String address, ClusterWork work);

    /** Uses a session of the user's, which is never closed; empty when it is something else. */
    Optional<ClusterEngine> of(Object session);
}
