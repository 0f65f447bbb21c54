// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.List;

/**
 * A sequence of operations: the collectives of a process group, or the messages from one of its ranks to another.
 *
 * @param group name of the group
 * @param description purpose of the group, "" when not stated
 * @param members participating global ranks, in the group's order; for messages the sender, then the receiver
 * @param messages whether the operations are messages
 */
public record FlightLane(String group, String description, List<Integer> members, boolean messages) {
    /** Copies the list. */
    public FlightLane {
        members = List.copyOf(members);
    }

    /** The display name of the group. */
    public String title() {
        return "group " + (group.isEmpty() ? "?" : group) + (description.isEmpty() ? "" : " (" + description + ")");
    }
}
