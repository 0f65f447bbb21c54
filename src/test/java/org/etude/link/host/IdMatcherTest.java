// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.Recording;
import org.etude.report.Finding;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link HostMatcher} by ids and by names: which node is which event, shown as node id and start in us. */
class IdMatcherTest {
    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone().thread(2, 1);

    private HostSide side;

    private Map<Long, Long> matched() {
        side = HostSide.of(rank, dir);
        HostTrace host = side.rank.host();
        DeviceTrace device = side.rank.device();
        Map<Long, Long> starts = new TreeMap<>();
        long base = device.startNanos(0);
        for (int i = 0; i < host.size(); i++) {
            int event = side.rank.match().eventOf[i];
            if (event >= 0) {
                starts.put(host.id(i), (device.startNanos(event) - base) / 1000);
                assertThat(side.rank.match().hostOf[event]).isEqualTo(i);
            }
        }
        assertThat(side.rank.match().count()).isEqualTo(starts.size());
        return starts;
    }

    private void node(long id, String name, long function) {
        rank.node(id, name, 2, function, "tid", 1);
    }

    private void event(String name, double at, long function) {
        rank.op(name, 1, at, 5, "Record function id", function);
    }

    private Iterable<String> said() {
        return side.log.report().findings().stream().map(Finding::what).toList();
    }

    @Test
    void equalIdsAndNamesAreOne() {
        node(10, "a", 7);
        node(11, "a", 8);
        event("a", 0, 7);
        event("a", 10, 8);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L));
        assertThat(said()).isEmpty();
    }

    @Test
    void theShiftUnderWhichMostNamesAgreeIsTaken() {
        node(10, "a", 8);
        node(11, "b", 9);
        node(12, "c", 10);
        event("a", 0, 7);
        event("b", 10, 8);
        event("c", 20, 9);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
        assertThat(said()).containsExactly("Record function ids are shifted by 1");
    }

    /** The profiler did not record the one, the observer not the other. */
    @Test
    void soundIdsThatDifferAreNotOneOperatorWhateverTheirNames() {
        node(10, "a", 7);
        node(11, "gloo:all_reduce", 9);
        node(12, "b", 10);
        event("a", 0, 7);
        event("gloo:all_reduce", 10, 8);
        event("b", 20, 10);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 12L, 20L));
    }

    /** The observer began a step before the profiler and stopped before the last transfer had ended. */
    @Test
    void anIdOfAnEarlierStepIsNotThatOfALaterTransfer() {
        node(10, "gloo:all_reduce", 5);
        node(11, "a", 7);
        node(12, "b", 8);
        event("a", 0, 7);
        event("b", 10, 8);
        event("gloo:all_reduce", 20, 9);
        assertThat(matched()).isEqualTo(Map.of(11L, 0L, 12L, 10L));
    }

    @Test
    void anIdFarBeyondThoseMatchedIsNotSound() {
        node(10, "a", 7);
        node(11, "gloo:all_reduce", 9_000);
        node(12, "b", 10);
        event("a", 0, 7);
        event("gloo:all_reduce", 10, 8);
        event("b", 20, 10);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
    }

    @Test
    void anIdThatOccursTwiceIsNotSound() {
        node(10, "a", 7);
        node(11, "c", 9);
        node(13, "c", 9);
        node(12, "b", 11);
        event("a", 0, 7);
        event("c", 10, 8);
        event("c", 12, 8);
        event("b", 20, 11);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 13L, 12L, 12L, 20L));
    }

    @Test
    void aGarbledNameCountsBetweenTwoThatAgree() {
        node(10, "a", 7);
        node(11, "x?x", 8);
        node(12, "c", 9);
        event("a", 0, 7);
        event("b", 10, 8);
        event("c", 20, 9);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
        assertThat(said()).containsExactly("1 host node matched by id although the names differ");
    }

    @Test
    void aGarbledNameAtTheEndDoesNot() {
        node(10, "a", 7);
        node(11, "c", 8);
        node(12, "x?x", 9);
        event("a", 0, 7);
        event("c", 10, 8);
        event("b", 20, 9);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L));
    }

    @Test
    void aDoubledIdGoesToTheNodeOfItsName() {
        node(10, "a", 7);
        node(11, "b", 7);
        node(12, "c", 8);
        event("b", 0, 7);
        event("c", 10, 8);
        assertThat(matched()).isEqualTo(Map.of(11L, 0L, 12L, 10L));
        assertThat(said()).containsExactly("1 Record function id occurs more than once");
    }

    /** Of all ids known in both files fewer than half agree by name: another run. */
    @Test
    void idsOfAnotherRunAreLeftForNames() {
        node(10, "a", 107);
        node(11, "b", 108);
        node(12, "c", 109);
        event("c", 0, 107);
        event("c", 10, 108);
        event("c", 20, 109);
        matched();
        assertThat(said()).contains("Record function ids of host and device trace do not agree by name");
    }

    @Test
    void withoutIdsTheOrderOfNamesDecides() {
        node(10, "a", 1);
        node(11, "b", 2);
        node(12, "a", 3);
        rank.op("a", 1, 0, 5).op("b", 1, 10, 5).op("a", 1, 20, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
        assertThat(said())
                .containsExactly(
                        "no Record function ids in the Kineto trace",
                        "3 host nodes matched by the order of names, 0 by id");
    }

    @Test
    void aShiftMayBeTheOtherWay() {
        node(10, "a", 7);
        node(11, "b", 8);
        node(12, "c", 9);
        event("a", 0, 8);
        event("b", 10, 9);
        event("c", 20, 10);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
        assertThat(said()).containsExactly("Record function ids are shifted by -1");
    }

    /** Of equal shifts the smallest counts: all three names are alike, so no shift is as good as one. */
    @Test
    void noShiftIsTakenWithoutNeed() {
        node(10, "a", 7);
        node(11, "a", 8);
        node(12, "a", 9);
        event("a", 0, 7);
        event("a", 10, 8);
        event("a", 20, 9);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L, 12L, 20L));
        assertThat(said()).isEmpty();
    }

    /** Half of the ids that both files know agree by name, which is enough; the others are between two that agree, or left. */
    @Test
    void halfTheNamesAreEnough() {
        node(10, "a", 7);
        node(11, "x?x", 8);
        node(12, "y?y", 9);
        node(13, "d", 10);
        event("a", 0, 7);
        event("b", 10, 8);
        event("c", 20, 9);
        event("d", 30, 10);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 13L, 30L));
        assertThat(said()).isEmpty();
    }

    /** The id of a node of the profiler itself may be another node's too. */
    @Test
    void idsOfRootsAreNotDoubled() {
        node(10, "a", 7);
        rank.node(3, "[pytorch|profiler|execution_trace|thread]", 1, 7, "tid", 3);
        event("a", 0, 7);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L));
        assertThat(said()).isEmpty();
    }

    /** An id twice in the Kineto trace and twice in the execution trace counts twice. */
    @Test
    void doubledIdsOfBothFilesAreCounted() {
        node(10, "a", 7);
        node(11, "b", 7);
        event("a", 0, 7);
        event("b", 10, 7);
        assertThat(matched()).containsEntry(10L, 0L);
        assertThat(said()).contains("2 Record function ids occur more than once");
    }
}
