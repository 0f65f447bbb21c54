// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.util.List;

/**
 * What follows one after the other: the collectives of a process group, or the messages from one of its ranks to another.
 *
 * @param group name of the group
 * @param description what the group is for, "" when it is not said
 * @param members global ranks that take part, in the group's order; of messages the sender, then the receiver
 * @param messages whether it is one of messages
 */
public record FlightLane(String group, String description, List<Integer> members, boolean messages) {
    /** Copies the list. */
    public FlightLane {
        members = List.copyOf(members);
    }

    /** What people call the group. */
    public String title() {
        return "group " + (group.isEmpty() ? "?" : group) + (description.isEmpty() ? "" : " (" + description + ")");
    }
}
