// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Numbers and kinds of nodes as Chakra's protobuf defines them. */
class EtNodeTypeTest {
    @Test
    void messagesAreSendsAndReceivesAndCommunicateAsCollectivesDo() {
        assertThat(Arrays.stream(EtNodeType.values()).filter(EtNodeType::isMessage))
                .containsExactly(EtNodeType.COMM_SEND, EtNodeType.COMM_RECV);
        assertThat(Arrays.stream(EtNodeType.values()).filter(EtNodeType::isComm))
                .containsExactly(EtNodeType.COMM_SEND, EtNodeType.COMM_RECV, EtNodeType.COMM_COLL);
    }

    @Test
    void numbersAreThoseOnTheWireAndOthersInvalid() {
        assertThat(EtNodeType.of(4)).isEqualTo(EtNodeType.COMP);
        assertThat(EtNodeType.of(7)).isEqualTo(EtNodeType.COMM_COLL);
        assertThat(EtNodeType.of(8)).isEqualTo(EtNodeType.INVALID);
        assertThat(EtNodeType.of(-1)).isEqualTo(EtNodeType.INVALID);
        assertThat(EtNodeType.COMM_COLL.wireName()).isEqualTo("COMM_COLL_NODE");
    }
}
