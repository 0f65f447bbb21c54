// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.et.graph.EtNodeType;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Streams;
import org.etude.spec.SimulationException;
import org.junit.jupiter.api.Test;

class CommStreamsTest {
    private static final long NO_RESOURCE = RankProgram.MISSING;

    private static CommStreams streams(Streams streams) {
        return CommStreams.of(SimOptions.defaults().streams(streams));
    }

    @Test
    void oneStreamTakesAllCommunication() {
        CommStreams one = streams(Streams.ONE);
        assertThat(one.ofGroup("7")).isEqualTo(RankProgram.COMM);
        assertThat(one.toPeer(3)).isEqualTo(RankProgram.COMM);
        assertThat(one.names(5)).isFalse();
        assertThat(one.slots()).isEqualTo(4);
        assertThat(one.several()).isFalse();
    }

    @Test
    void groupsAndPeersHaveStreamsInTheOrderInWhichTheyComeFirst() {
        CommStreams several = streams(Streams.PER_GROUP);
        assertThat(several.ofGroup("")).isEqualTo(RankProgram.COMM);
        assertThat(several.ofGroup("0")).as("the whole job").isEqualTo(RankProgram.COMM);
        assertThat(several.ofGroup("7")).isEqualTo((short) 4);
        assertThat(several.toPeer(7)).as("a rank is no group").isEqualTo((short) 5);
        assertThat(several.ofGroup("7")).isEqualTo((short) 4);
        assertThat(several.toPeer(0)).isEqualTo((short) 6);
        assertThat(several.slots()).isEqualTo(7);
    }

    @Test
    void workRunsOnTheResourceThatTheTraceNames() {
        CommStreams several = streams(Streams.PER_GROUP);
        assertThat(several.ofNode(true, EtNodeType.COMP, NO_RESOURCE)).isEqualTo(RankProgram.CPU);
        assertThat(several.ofNode(false, EtNodeType.COMP, NO_RESOURCE)).isEqualTo(RankProgram.GPU);
        assertThat(several.ofNode(false, EtNodeType.COMP, 7)).isEqualTo((short) 4);
        assertThat(several.ofNode(true, EtNodeType.COMP, 9))
                .as("a thread of the host")
                .isEqualTo((short) 5);
        assertThat(several.ofNode(false, EtNodeType.COMP, 7)).isEqualTo((short) 4);
        assertThat(several.ofNode(false, EtNodeType.COMM_COLL, 7)).isEqualTo((short) 4);
        assertThat(several.ofNode(false, EtNodeType.COMM_RECV, 7)).isEqualTo(RankProgram.RECV);
        assertThat(several.ofNode(false, EtNodeType.COMM_COLL, NO_RESOURCE))
                .as("as its group")
                .isEqualTo((short) -1);
    }

    @Test
    void transfersRunOnTheStreamOfTheirGroupOrPeer() {
        CommStreams several = streams(Streams.PER_GROUP);
        assertThat(several.ofTransfer(EtNodeType.COMM_COLL, "5", false, -1)).isEqualTo((short) 4);
        assertThat(several.ofTransfer(EtNodeType.COMM_SEND, "5", false, 2)).isEqualTo((short) 5);
        assertThat(several.ofTransfer(EtNodeType.COMM_SEND, "5", true, 2)).isEqualTo(RankProgram.RECV);
        assertThat(several.ofTransfer(EtNodeType.COMP, "5", false, -1)).isEqualTo(RankProgram.COMM);
    }

    /** ASTRA-sim has no resources. */
    @Test
    void underCompatThereIsOneGpuAndOneHost() {
        for (SimOptions options : new SimOptions[] {
            SimOptions.defaults().compat(true), SimOptions.defaults().wholeMicros(true)
        }) {
            CommStreams streams = CommStreams.of(options.streams(Streams.PER_GROUP));
            assertThat(streams.recorded()).isFalse();
            assertThat(streams.ofNode(false, EtNodeType.COMP, 7)).isEqualTo(RankProgram.GPU);
            assertThat(streams.ofNode(true, EtNodeType.COMP, 7)).isEqualTo(RankProgram.CPU);
            assertThat(streams.ofNode(false, EtNodeType.COMM_COLL, 7)).isEqualTo((short) -1);
            assertThat(streams.slots()).isEqualTo(4);
        }
    }

    @Test
    void moreStreamsThanNumbersAreRefused() {
        CommStreams several = streams(Streams.PER_GROUP);
        for (int peer = 0; peer < 32_764; peer++) {
            several.toPeer(peer);
        }
        assertThat(several.toPeer(32_763)).isEqualTo(Short.MAX_VALUE);
        assertThatThrownBy(() -> several.toPeer(32_764))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("more than 32764 process groups, peers and streams");
    }
}
