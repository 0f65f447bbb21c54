// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

/**
 * The origins of a list of events.
 *
 * @param origin of each event
 * @param index of each event within its origin
 */
public record Origins(Origin[] origin, int[] index) {
    /**
     * The place of an event in the list.
     *
     * @throws IllegalStateException when it is not there
     */
    public int find(Origin of, int at) {
        for (int i = 0; i < origin.length; i++) {
            if (origin[i] == of && index[i] == at) {
                return i;
            }
        }
        throw new IllegalStateException("an event has an ancestor that was not pending when its stretch began");
    }
}
