// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.network.CongestionControl;
import org.etude.table.TableCsv;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same input gives the same bytes of every table: 20 runs, some concurrently. */
class EqualRunsTest {
    private static final int RUNS = 20;

    /** Unequal work, collectives in two dimensions and messages that meet on the way. */
    private static Workload job() {
        List<EtGraph> ranks = new ArrayList<>();
        for (int rank = 0; rank < 8; rank++) {
            EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
            graph.add(EtNode.of(1, "work", EtNodeType.COMP).withDurationMicros(3 + rank * 7 % 5));
            graph.add(collective(2, 0, 300_000, 1));
            graph.add(collective(3, 6, 160_000, 1));
            int to = (rank + 3) % 8;
            int from = (rank + 5) % 8;
            graph.add(message(4, EtNodeType.COMM_SEND, "comm_dst", to, rank));
            graph.add(message(5, EtNodeType.COMM_RECV, "comm_src", from, from));
            graph.add(EtNode.of(6, "end", EtNodeType.COMP).withDurationMicros(2).withDataDeps(2, 5));
            ranks.add(graph.build());
        }
        return Jobs.of(ranks);
    }

    private static EtNode collective(long id, int type, long size, long after) {
        return EtNode.of(
                        id,
                        "collective_" + id,
                        EtNodeType.COMM_COLL,
                        EtAttribute.int64("comm_type", type),
                        EtAttribute.int64("comm_size", size))
                .withDataDeps(after);
    }

    private static EtNode message(long id, EtNodeType type, String peer, int other, int tag) {
        return EtNode.of(
                        id,
                        "message_" + id,
                        type,
                        EtAttribute.int32(peer, other),
                        EtAttribute.int64("comm_size", 200_000),
                        EtAttribute.int32("comm_tag", tag))
                .withDataDeps(1);
    }

    private static String run(Fidelity network) {
        Topology torus = Topology.torus(4, 2).bandwidth(gbps(100)).latency(us(1));
        Simulation sim = job().simulate(torus, s -> {
            s.fidelity(network).record(Recording.values());
            if (network == Fidelity.PACKET) {
                s.packets(p -> p.with(CongestionControl.DCQCN)
                        .with(p.switches().withBuffer(bytes(1 << 20).value())));
            }
        });
        assertThat(sim.isComplete()).isTrue();
        return sim.tables().stream().map(TableCsv::text).collect(Collectors.joining("\n")) + sim;
    }

    @ParameterizedTest
    @EnumSource(value = Fidelity.class, mode = EnumSource.Mode.EXCLUDE, names = "RECORDED")
    void twentyRunsAreEqualByteForByte(Fidelity network) throws Exception {
        String first = run(network);
        assertThat(first.lines().count()).isGreaterThan(200);
        ExecutorService several = Executors.newFixedThreadPool(4);
        try {
            Callable<String> again = () -> run(network);
            for (Future<String> other : several.invokeAll(Collections.nCopies(RUNS - 1, again))) {
                assertThat(other.get()).isEqualTo(first);
            }
        } finally {
            several.shutdownNow();
        }
    }
}
