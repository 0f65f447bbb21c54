// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.etude.sim.spec.Cases.collective;
import static org.etude.sim.spec.Cases.graph;
import static org.etude.sim.spec.Cases.receive;
import static org.etude.sim.spec.Cases.send;
import static org.etude.sim.spec.Cases.work;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.sim.Simulator;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** What each row of a diagnosis says, and that the sentence names the cause rather than what waits behind it. */
class StallDiagnosisTest {
    private static StallException stall(EtGraph... ranks) {
        return stall(false, ranks);
    }

    private static StallException stall(boolean rendezvous, EtGraph... ranks) {
        Scenario scenario = Cases.each(LogicalTopology.of(DimKind.SWITCH, ranks.length), List.of(ranks));
        return catchThrowableOfType(
                StallException.class,
                () -> Simulator.run(scenario.options(scenario.options().transport(1, 1, rendezvous))));
    }

    /** One line per row: rank | where | what | why | effect. */
    private static List<String> rows(StallException e) {
        return e.details().findings().stream()
                .map(f -> String.join(" | ", "" + f.rank(), f.where(), f.what(), f.why(), f.effect()))
                .toList();
    }

    @Test
    void aMessageThatItsReceiverHasNotReachedIsNoMismatch() {
        StallException e = stall(graph(send(1, 1, 4096, 5)), graph(receive(1, 0, 4096, 6), receive(2, 0, 4096, 5, 1)));
        assertThat(e)
                .hasMessageContaining("1 of 2 ranks stopped")
                .hasMessageContaining(": rank 1 waits for a message from rank 0 that is never sent")
                .hasMessageContaining("Add the missing send, or remove the receive");
        assertThat(rows(e))
                .containsExactly(
                        "1 | node 1 (message_1) | waits for 4096 bytes with tag 6 from rank 0 | rank 0 is finished | missing partner",
                        "1 | node 2 (message_2) | 1 message of 4096 bytes with tag 5 from rank 0 arrived | its receive was never issued | waits for a partner that waits",
                        "1 | node 1 (message_1) | runs since 0 ns | 2 nodes of the rank are left | not finished");
    }

    /** Two messages, of which the receiver would take one. */
    @Test
    void aMessageBeyondTheReceivesIsAMismatch() {
        StallException e = stall(
                graph(send(1, 1, 4096, 5), send(2, 1, 4096, 5)),
                graph(receive(1, 0, 4096, 6), receive(2, 0, 4096, 5, 1)));
        assertThat(e).hasMessageContaining("a send and its receive differ in tag");
        assertThat(rows(e))
                .contains(
                        "1 | node 1 (message_1) | waits for 4096 bytes with tag 6 from rank 0 | but 4096 bytes with tag 5 came | tag mismatch",
                        "1 |  | 1 message of 4096 bytes with tag 5 from rank 0 was never received | no receive has this source, size and tag | unmatched send");
    }

    @Test
    void aCycleNamesItsFirstRanksOnly() {
        int count = 12;
        EtGraph[] ring = IntStream.range(0, count)
                .mapToObj(r -> graph(receive(1, (r + 1) % count, 64, 7), send(2, (r + count - 1) % count, 64, 7, 1)))
                .toArray(EtGraph[]::new);
        StallException e = stall(ring);
        assertThat(e)
                .hasMessageContaining("12 of 12 ranks stopped at 0.000 us with 0 chunks in flight: ")
                .hasMessageContaining(
                        "in a cycle of 12 ranks (0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> ...): every transfer has");
        assertThat(rows(e).subList(0, count)).allMatch(row -> row.endsWith(" | cycle of waits"));
    }

    @Test
    void whatACollectiveOfOtherRanksSentIsNoTransferOfNodes() {
        StallException e = stall(
                graph(collective(1, 0, 4096)),
                graph(receive(1, 2, 64, 1), collective(2, 0, 4096, 1)),
                graph(work(1, 1), collective(2, 0, 4096, 1)));
        assertThat(e).hasMessageContaining(": rank 1 waits for a message from rank 2 that is never sent");
        assertThat(rows(e))
                .contains(
                        "0 | chunk 0 of node 1 (collective_1), phase 1 of 1 (all-reduce) | waits for 341 bytes from rank 2; ring: 2 of 4 messages left | rank 2 is at phase 1 | waits for a partner that waits",
                        "1 |  | 2 messages of 341 bytes arrived for a collective from rank 0 | rank 1 waits too | missing partner");
    }

    /** Tags are sent modulo 500,000,000. */
    @Test
    void largeTagsAreComparedAsTheyAreSent() {
        int large = 1_000_000_005;
        StallException e =
                stall(graph(send(1, 1, 4096, large)), graph(receive(1, 0, 4096, 6), receive(2, 0, 4096, large, 1)));
        assertThat(e).hasMessageContaining(": rank 1 waits for a message from rank 0 that is never sent");
    }

    /** Whichever of the transfers between two ranks is missing, no other one is called wrong. */
    @Property
    void theMissingSendIsTheOneThatIsNamed(
            @ForAll @IntRange(min = 1, max = 8) int transfers,
            @ForAll @IntRange(max = 7) int at,
            @ForAll @Size(8) List<@IntRange(min = 1, max = 9) Integer> sizes,
            @ForAll boolean chained) {
        int missing = at % transfers;
        List<EtNode> sends = new ArrayList<>(List.of(work(100, 1)));
        List<EtNode> receives = new ArrayList<>();
        for (int i = 0; i < transfers; i++) {
            if (i != missing) {
                sends.add(send(i + 1, 1, 64L * sizes.get(i), i));
            }
            long[] after = chained && i > 0 ? new long[] {i} : new long[0];
            receives.add(receive(i + 1, 0, 64L * sizes.get(i), i, after));
        }
        StallException e = stall(graph(sends.toArray(EtNode[]::new)), graph(receives.toArray(EtNode[]::new)));
        assertThat(e).hasMessageContaining("rank 1 waits for a message from rank 0 that is never sent");
        assertThat(rows(e))
                .filteredOn(row -> row.endsWith("missing partner"))
                .singleElement()
                .asString()
                .contains("with tag " + missing + " from rank 0");
        assertThat(rows(e)).noneMatch(row -> row.endsWith("mismatch") || row.endsWith("unmatched send"));
    }
}
