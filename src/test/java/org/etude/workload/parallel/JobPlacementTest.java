// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobPlacementTest {
    private static String hosts(String text, List<Integer> ranks, int hosts) {
        return JobPlacement.parse(text).hosts(ranks, hosts).stream()
                .map(job -> IntStream.of(job).mapToObj(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" / "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "packed | 0 1 2 / 3 4",
                "spread | 0 2 5 / 1 4",
                "0-2/3-4 | 0 1 2 / 3 4",
                "7,0-1/6,2 | 7 0 1 / 6 2",
            })
    void aJobOfThreeRanksAndOneOfTwoOnEightHosts(String text, String placed) {
        assertThat(hosts(text, List.of(3, 2), 8)).isEqualTo(placed);
        assertThat(JobPlacement.parse(text)).hasToString(text);
    }

    @Property
    void noHostHasTwoRanks(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 9) Integer> ranks,
            @ForAll @IntRange(max = 9) int spare,
            @ForAll boolean packed) {
        int hosts = ranks.stream().mapToInt(r -> r).sum() + spare;
        List<int[]> placed = JobPlacement.parse(packed ? "packed" : "spread").hosts(ranks, hosts);
        assertThat(placed.stream().map(job -> job.length)).isEqualTo(ranks);
        int[] all = placed.stream().flatMapToInt(IntStream::of).sorted().toArray();
        assertThat(all).doesNotHaveDuplicates();
        assertThat(all[0]).isGreaterThanOrEqualTo(0);
        assertThat(all[all.length - 1]).isLessThan(hosts);
        for (int[] job : placed) {
            assertThat(job).isSorted();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Packed", "0-", "0,,1", "/0", "0/", "-1", "0-1-2", "1234567890", "0 1"})
    void otherWordsAreNoPlacement(String text) {
        assertThatThrownBy(() -> JobPlacement.parse(text))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("there is no placement '" + text + "'")
                .hasMessageContaining("such as 0-3,8-11/4-7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-2 | names the hosts of 1 job, not of 2",
                "0-2/3-4/5 | names the hosts of 3 jobs, not of 2",
                "0-1/3-4 | placement 0-1 names 2 hosts for a job of 3 ranks",
                "0-2/2-3 | gives host 2 to two ranks",
                "0,1,1/3-4 | gives host 1 to two ranks",
                "0-2/7-8 | names hosts 7-8 of 8",
                "2-0/3-4 | names hosts 2-0 of 8",
            })
    void listsThatDoNotFitTheJobsAreRefused(String text, String message) {
        assertThatThrownBy(() -> hosts(text, List.of(3, 2), 8))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void jobsMayTakeAllHosts() {
        assertThat(hosts("spread", List.of(2, 2), 4)).isEqualTo("0 2 / 1 3");
        assertThat(hosts("packed", List.of(4), 4)).isEqualTo("0 1 2 3");
    }
}
