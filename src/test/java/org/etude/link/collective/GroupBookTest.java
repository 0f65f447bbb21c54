// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.link.TestDevice;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.RankTrace;
import org.junit.jupiter.api.Test;

class GroupBookTest {
    private static final ProcessGroup WORLD = group("0", 0, 1, 2, 3);
    private static final ProcessGroup ODD = group("1", 1, 3);

    private static ProcessGroup group(String name, Integer... ranks) {
        return new ProcessGroup(name, "", "nccl", ranks.length, List.of(ranks));
    }

    private static GroupBook book(ProcessGroup... groups) {
        return new GroupBook(new RankTrace(1, null, new TestDevice(List.of(), List.of(groups)), 0, List.of()));
    }

    private static CollectiveEvidence named(String group) {
        CollectiveEvidence evidence = new CollectiveEvidence(0, 0);
        evidence.groupName = group;
        return evidence;
    }

    @Test
    void aNamedGroupGivesItsRanks() {
        CollectiveEvidence evidence = named("1");
        book(WORLD, ODD).complete(evidence);
        assertThat(evidence.groupRanks).containsExactly(1, 3);
        assertThat(evidence.groupSize).isEqualTo(2);
    }

    @Test
    void anUnknownNameStays() {
        CollectiveEvidence evidence = named("9");
        book(WORLD).complete(evidence);
        assertThat(evidence.groupName).isEqualTo("9");
        assertThat(evidence.groupRanks).isEmpty();
        assertThat(evidence.groupSize).isEqualTo(-1);
    }

    @Test
    void theOnlyGroupIsMeantWhenNoneIsNamed() {
        CollectiveEvidence evidence = named("");
        book(ODD).complete(evidence);
        assertThat(evidence.groupName).isEqualTo("1");
        assertThat(evidence.groupRanks).containsExactly(1, 3);
    }

    /** Which of the groups it is is unknown, but its members are known. */
    @Test
    void groupsOfTheSameMembersGiveThoseOnly() {
        CollectiveEvidence evidence = named("");
        GroupBook book = book(ODD, group("2", 1, 3));
        book.complete(evidence);
        assertThat(evidence.groupName).isEmpty();
        assertThat(evidence.groupRanks).containsExactly(1, 3);
        assertThat(book.ambiguous()).isFalse();
    }

    @Test
    void groupsOfOtherMembersGiveNothing() {
        CollectiveEvidence evidence = named("");
        GroupBook book = book(WORLD, ODD);
        book.complete(evidence);
        assertThat(evidence.groupRanks).isEmpty();
        assertThat(book.ambiguous()).isTrue();
        assertThat(book(WORLD).ambiguous()).isFalse();
        assertThat(book().ambiguous()).isFalse();
    }

    /** Groups that list no ranks have all of them, so their sizes distinguish them. */
    @Test
    void groupsOfOtherSizesAreOthers() {
        GroupBook book =
                book(new ProcessGroup("1", "", "nccl", 2, List.of()), new ProcessGroup("2", "", "nccl", 4, List.of()));
        assertThat(book.ambiguous()).isTrue();
    }

    @Test
    void peersAndRootsWithinTheGroupBecomeGlobalRanks() {
        CollectiveEvidence evidence = named("1");
        evidence.peer(1, true);
        evidence.root(0);
        book(WORLD, ODD).complete(evidence);
        assertThat(evidence.peer).isEqualTo(3);
        assertThat(evidence.root).isEqualTo(1);
        CollectiveEvidence global = named("1");
        global.peer(1, false);
        book(WORLD, ODD).complete(global);
        assertThat(global.peer).isEqualTo(1);
        assertThat(global.root).as("none").isEqualTo(-1);
    }

    /** Rank 1 of a communicator need not be rank 1 of the job; c10d's default group, whose ranks traces may not tell, has all. */
    @Test
    void peersOfACommunicatorWithUnknownRanksAreUnknown() {
        CollectiveEvidence named = named("9");
        named.peer(1, true);
        book(WORLD, ODD).complete(named);
        assertThat(named.peer).isEqualTo(1);
        CollectiveEvidence library = named("");
        library.type(CollectiveType.SEND, "library-call");
        library.peer(1, true);
        book().complete(library);
        assertThat(library.peer).isEqualTo(-1);
        CollectiveEvidence world = named("");
        world.type(CollectiveType.SEND, "c10d-op");
        world.peer(1, true);
        book().complete(world);
        assertThat(world.peer).isEqualTo(1);
    }

    /** A member that the group does not have is left as it is. */
    @Test
    void membersBeyondTheGroupStay() {
        CollectiveEvidence evidence = named("1");
        evidence.peer(2, true);
        book(ODD).complete(evidence);
        assertThat(evidence.peer).isEqualTo(2);
    }

    @Test
    void ranksGiveTheSizeWhereNothingElseDoes() {
        CollectiveEvidence evidence = named("9");
        evidence.groupRanks = List.of(4, 5, 6);
        book(WORLD).complete(evidence);
        assertThat(evidence.groupSize).isEqualTo(3);
    }
}
