// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.queue.EventQueue;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.SysEvents;
import org.etude.spec.SimulationException;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.spec.network.RemoteMemorySpec.Kind;
import org.junit.jupiter.api.Test;

/** 100 ns and 3 bytes per ns: 10 bytes take 103 ns, 1 byte 100. Entries are "time rank/node". */
class RemoteMemoryTest {
    private final EventQueue queue = new EventQueue();
    private final List<String> ended = new ArrayList<>();
    private RemoteMemory memory;

    private void memory(Kind kind, int nodes, int each, int ranks) {
        SysEvents events = new SysEvents(
                queue,
                ranks,
                (rank, token, extra) -> {
                    assertThat(EventTag.kind(token)).isEqualTo(EventTag.NODE);
                    assertThat(EventTag.a(token)).isEqualTo(rank);
                    assertThat(extra).isOne();
                    ended.add(queue.now() + " " + rank + "/" + EventTag.b(token));
                    memory.ended(rank);
                },
                null);
        memory = new RemoteMemory(new RemoteMemorySpec(kind, nodes, each, 100, 3), events, ranks);
    }

    private List<String> run() {
        while (queue.pending() > 0) {
            queue.step();
        }
        return ended;
    }

    @Test
    void ranksWithAMemoryEachDoNotWait() {
        memory(Kind.PER_NPU_MEMORY_EXPANSION, 0, 0, 2);
        memory.access(0, 7, 10);
        memory.access(0, 8, 1);
        memory.access(1, 9, 300);
        assertThat(run()).containsExactly("100 0/8", "103 0/7", "200 1/9");
    }

    @Test
    void aPoolServesOneAfterTheOther() {
        memory(Kind.MEMORY_POOL, 0, 0, 3);
        memory.access(2, 7, 10);
        memory.access(0, 8, 1);
        memory.access(1, 9, 300);
        assertThat(run()).containsExactly("103 2/7", "203 0/8", "403 1/9");
    }

    @Test
    void aPoolThatIsFreeAgainBeginsAtOnce() {
        memory(Kind.MEMORY_POOL, 0, 0, 1);
        memory.access(0, 7, 0);
        run();
        memory.access(0, 8, 0);
        assertThat(run()).containsExactly("100 0/7", "200 0/8");
    }

    /** Ranks 0 and 1 share a node's memory, ranks 2 and 3 the other. */
    @Test
    void nodesHaveAMemoryEach() {
        memory(Kind.PER_NODE_MEMORY_EXPANSION, 2, 2, 4);
        memory.access(1, 10, 30);
        memory.access(2, 11, 60);
        memory.access(0, 12, 3);
        memory.access(3, 13, 3);
        assertThat(run()).containsExactly("110 1/10", "120 2/11", "211 0/12", "221 3/13");
    }

    @Test
    void nodesMustHoldAllRanks() {
        assertThatThrownBy(() -> memory(Kind.PER_NODE_MEMORY_EXPANSION, 2, 2, 5))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("remote memory has 2 nodes for 2 ranks each, the job has 5 ranks")
                .hasMessageContaining("num-nodes");
        memory(Kind.PER_NODE_MEMORY_EXPANSION, 50_000, 50_000, 5);
        memory.access(4, 1, 3);
        assertThat(run()).containsExactly("101 4/1");
    }
}
