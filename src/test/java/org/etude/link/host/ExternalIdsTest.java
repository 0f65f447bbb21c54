// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.Recording;
import org.etude.trace.model.DeviceTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids on GPU work are trusted when three kernels with launches confirm them, or times where there are no launches. */
class ExternalIdsTest {
    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone();

    /** The operator that each kernel's id names, "" for none. */
    private List<String> named() {
        HostSide side = HostSide.of(rank, dir);
        DeviceTrace device = side.rank.device();
        return IntStream.range(0, device.size())
                .filter(i -> device.kind(i).isGpuWork())
                .map(side.rank.externals()::operator)
                .mapToObj(op -> op < 0 ? "" : device.name(op))
                .toList();
    }

    /** Operators a, b, c, d 10 us apart with ids 1 to 4. */
    private void operators() {
        for (int k = 0; k < 4; k++) {
            rank.op("abcd".substring(k, k + 1), 1, 10 * k, 8, "External id", k + 1);
        }
    }

    private void launched(double at, int correlation, int external) {
        rank.launch("k", 1, at, 7, 1, correlation, "External id", external);
    }

    @Test
    void threeLaunchesThatAgreeConfirmTheRest() {
        operators();
        launched(2, 101, 1);
        launched(12, 102, 2);
        launched(22, 103, 3);
        rank.kernel("of a graph", 7, 50, 1, 0, "External id", 4);
        assertThat(named()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void twoAreTooFew() {
        operators();
        launched(2, 101, 1);
        launched(12, 102, 2);
        rank.kernel("of a graph", 7, 50, 1, 0, "External id", 4);
        assertThat(named()).containsExactly("", "", "");
    }

    @Test
    void oneOfFourThatDisagreesDiscreditsAll() {
        operators();
        launched(2, 101, 1);
        launched(12, 102, 2);
        launched(22, 103, 3);
        launched(32, 104, 1);
        assertThat(named()).containsExactly("", "", "", "");
    }

    @Test
    void anOperatorFurtherOutIsRightToo() {
        rank.op("outer", 1, 0, 100, "External id", 9).op("inner", 1, 1, 50, "External id", 10);
        launched(2, 101, 9);
        launched(12, 102, 9);
        launched(22, 103, 10);
        assertThat(named()).containsExactly("outer", "outer", "inner");
    }

    @Test
    void withoutLaunchesWorkMustComeBehindWhatItNames() {
        operators();
        rank.kernel("k", 7, 100, 1, 0, "External id", 1)
                .kernel("k", 7, 110, 1, 0, "External id", 2)
                .kernel("k", 7, 120, 1, 0, "External id", 4);
        assertThat(named()).containsExactly("a", "b", "d");
    }

    @Test
    void oneBeforeItsOperatorDiscreditsAll() {
        operators();
        rank.kernel("k", 7, 25, 1, 0, "External id", 4)
                .kernel("k", 7, 100, 1, 0, "External id", 1)
                .kernel("k", 7, 110, 1, 0, "External id", 2)
                .kernel("k", 7, 120, 1, 0, "External id", 3);
        assertThat(named()).containsExactly("", "", "", "");
    }

    @Test
    void workWithoutAnIdNamesNothing() {
        operators();
        launched(2, 101, 1);
        launched(12, 102, 2);
        launched(22, 103, 3);
        rank.kernel("k", 7, 50, 1, 0);
        assertThat(named()).containsExactly("a", "b", "c", "");
    }

    /** Ids of the calls, not of operators: the operator around the calls of an id, when it is one. */
    @Test
    void theIdOfACallIsItsCallersIfThereIsOne() {
        rank.op("one", 1, 0, 30).op("two", 1, 40, 30);
        for (int k = 0; k < 3; k++) {
            rank.call("cudaLaunchKernel", 1, 2 + 8 * k, 1, 101 + k, "External id", 71)
                    .kernel("k", 7, 100 + 10 * k, 1, 101 + k, "External id", 71);
        }
        rank.call("cudaMalloc", 1, 28, 1, 0, "External id", 72).call("cudaMalloc", 1, 45, 1, 0, "External id", 72);
        rank.kernel("graph", 7, 200, 1, 0, "External id", 71).kernel("graph", 7, 210, 1, 0, "External id", 72);
        assertThat(named()).containsExactly("one", "one", "one", "one", "");
    }

    /** One in twenty may be wrong: twenty that agree carry one that does not, nineteen do not. */
    @Test
    void oneInTwentyMayDisagree() {
        disagreeing(20);
        assertThat(named()).hasSize(21).doesNotContain("").endsWith("one");
    }

    @Test
    void oneInNineteenMayNot() {
        disagreeing(19);
        assertThat(named()).hasSize(20).containsOnly("");
    }

    /** As many launches that agree, and one in operator "two" that names "one". */
    private void disagreeing(int agreeing) {
        rank.op("one", 1, 0, 100, "External id", 1).op("two", 1, 200, 30, "External id", 2);
        for (int k = 0; k < agreeing; k++) {
            launched(2 + 3 * k, 101 + k, 1);
        }
        launched(210, 500, 1);
    }

    /** Without launches half of the ids on GPU work must name an operator. */
    @Test
    void halfOfTheIdsMustBeKnown() {
        operators();
        unlaunched(3);
        assertThat(named()).containsExactly("a", "b", "c", "", "", "");
    }

    @Test
    void fewerThanHalfAreTooFew() {
        operators();
        unlaunched(4);
        assertThat(named()).hasSize(7).containsOnly("");
    }

    /** Three kernels of known operators, then others with ids that no operator has. */
    private void unlaunched(int unknown) {
        for (int k = 0; k < 3 + unknown; k++) {
            rank.kernel("k", 7, 100 + 10 * k, 1, 0, "External id", k < 3 ? k + 1 : 90 + k);
        }
    }

    /** Work that starts together with its operator is not before it. */
    @Test
    void workThatStartsWithItsOperatorIsNotEarly() {
        operators();
        rank.kernel("k", 7, 0, 1, 0, "External id", 1)
                .kernel("k", 7, 10, 1, 0, "External id", 2)
                .kernel("k", 7, 20, 1, 0, "External id", 3);
        assertThat(named()).containsExactly("a", "b", "c");
    }

    /** Where launches are known but none of work with an id, times alone do not confirm ids. */
    @Test
    void timesConfirmNothingWhereLaunchesAreKnown() {
        operators();
        rank.launch("k", 1, 45, 7, 1, 101)
                .kernel("k", 7, 100, 1, 0, "External id", 1)
                .kernel("k", 7, 110, 1, 0, "External id", 2)
                .kernel("k", 7, 120, 1, 0, "External id", 3);
        assertThat(named()).containsOnly("");
    }
}
