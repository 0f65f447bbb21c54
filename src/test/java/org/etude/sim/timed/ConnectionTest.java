// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is written to a connection keeps its order. */
class ConnectionTest {
    private final Connection connection = new Connection();

    @Test
    void messagesFollowEachOther() {
        assertThat(connection.carry(5, 5, 100)).isEqualTo(105);
        assertThat(connection.carry(10, 10, 100)).isEqualTo(205);
        assertThat(connection.carry(300, 300, 100)).isEqualTo(400);
    }

    @Test
    void aRequestFollowsTheMessagesThatHaveBegun() {
        assertThat(connection.request(3)).isEqualTo(3);
        connection.carry(5, 8, 100);
        connection.carry(6, 6, 100);
        assertThat(connection.request(7)).as("its data have not begun").isEqualTo(7);
        assertThat(connection.request(8)).as("the second waits for the first").isEqualTo(105);
        assertThat(connection.request(106)).isEqualTo(205);
        assertThat(connection.request(205)).isEqualTo(205);
    }
}
