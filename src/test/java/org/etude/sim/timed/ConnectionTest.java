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
    void aRequestFollowsTheMessagesThatWereHandedOverBefore() {
        assertThat(connection.request(3)).isEqualTo(3);
        connection.carry(5, 8, 100);
        assertThat(connection.request(7))
                .as("the sender does not know yet that it can")
                .isEqualTo(7);
        assertThat(connection.request(8)).isEqualTo(105);
        connection.carry(20, 20, 100);
        assertThat(connection.request(19)).isEqualTo(105);
        assertThat(connection.request(20))
                .as("behind both, though the second waits for the first")
                .isEqualTo(205);
        assertThat(connection.request(205)).isEqualTo(205);
    }
}
