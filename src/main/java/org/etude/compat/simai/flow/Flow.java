// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;

/**
 * One message of a collective.
 *
 * @param channel the ring or tree
 * @param id its number, counted over all channels
 * @param source the sending node
 * @param destination the receiving node
 * @param bytes its size
 * @param awaited nodes from which the sender must receive before it sends
 * @param parents flows that must have arrived at the sender
 * @param children flows that wait for it
 * @param chunk its round, or its part of the data
 * @param chunks total number of rounds or parts
 * @param type SimAI's name of its kind
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

    /** Copies the lists. */
    public Flow {
        awaited = List.copyOf(awaited);
        parents = List.copyOf(parents);
        children = List.copyOf(children);
    }
}
