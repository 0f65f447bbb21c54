// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;

/**
 * One message of a collective.
 *
 * @param channel the ring or tree
 * @param id its number, counted through all channels
 * @param source the node that sends
 * @param destination the node that receives
 * @param bytes its size
 * @param awaited nodes that the sender receives from before it sends
 * @param parents flows that must have arrived at the sender
 * @param children flows that wait for it
 * @param chunk its round, or its part of the data
 * @param chunks rounds or parts in all
 * @param type SimAI's word for its kind
 */
public record Flow(
        int channel,
        int id,
        int source,
        int destination,
        long bytes,
        List<Integer> awaited,
        List<Integer> parents,
        List<Integer> children,
        int chunk,
        int chunks,
        String type) {

    /** Copies. */
    public Flow {
        awaited = List.copyOf(awaited);
        parents = List.copyOf(parents);
        children = List.copyOf(children);
    }
}
