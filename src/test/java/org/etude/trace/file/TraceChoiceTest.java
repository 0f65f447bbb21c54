// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceChoiceTest {
    private static Candidate device(int rank, String variant) {
        return candidate(rank, variant, TraceKind.DEVICE, TraceKind.DEVICE);
    }

    private static Candidate candidate(int rank, String variant, TraceKind promised, TraceKind kind) {
        String name = "rank" + rank + "_" + variant + "_" + kind;
        return new Candidate(
                new TraceSource(Path.of(name), "", "", name, false), new FileName(rank, promised, variant), kind, rank);
    }

    private static List<String> chosen(Candidate... candidates) {
        List<Candidate> all = new ArrayList<>(Arrays.asList(candidates));
        return new TraceChoice(all)
                .chosen().stream().map(c -> c.source().name()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "a, a, 0",
        "a2, a10, -1",
        "a10, a2, 1",
        "a02, a2, 0",
        "a, a1, -1",
        "a1, a, 1",
        "a1b, a1c, -1",
        "0, 00, 0",
        "a9, b1, -1",
        "10a, 9b, 1",
        "1_2, 1_10, -1"
    })
    void numbersInNamesCountAsNumbers(String a, String b, int order) {
        assertThat(Integer.signum(TraceChoice.natural(a, b))).isEqualTo(order);
        assertThat(Integer.signum(TraceChoice.natural(b, a))).isEqualTo(-order);
    }

    @Test
    void theVariantThatMostRanksHaveIsTaken() {
        assertThat(chosen(device(0, "9"), device(0, "1"), device(1, "1")))
                .containsExactly("rank0_1_DEVICE", "rank1_1_DEVICE");
    }

    @Test
    void thenThePlainNameThenTheLastInNaturalOrder() {
        assertThat(chosen(device(0, "2"), device(0, ""), device(0, "10"))).containsExactly("rank0__DEVICE");
        assertThat(chosen(device(0, "2"), device(0, "10"), device(0, "9"))).containsExactly("rank0_10_DEVICE");
    }

    @Test
    void kindsAndRanksAreChosenApartAndInTheOrderOfRanks() {
        Candidate host = candidate(2, "", TraceKind.HOST, TraceKind.HOST);
        assertThat(chosen(device(10, ""), host, device(2, "")))
                .containsExactly("rank2__DEVICE", "rank2__HOST", "rank10__DEVICE");
    }

    /** A rank that is not known yet is none to choose for. */
    @Test
    void filesOfUnknownRankAllStay() {
        assertThat(chosen(device(0, ""), device(-1, "a"), device(-1, "a")))
                .containsExactly("rank-1_a_DEVICE", "rank-1_a_DEVICE", "rank0__DEVICE");
    }

    @Test
    void whatIsPassedOverIsAFinding() {
        Candidate wrong = candidate(3, "", TraceKind.HOST, TraceKind.DEVICE);
        TraceChoice choice = new TraceChoice(List.of(wrong, device(3, "b"), device(3, "a")));
        assertThat(choice.chosen()).extracting(c -> c.source().name()).containsExactly("rank3_b_DEVICE");
        assertThat(choice.findings())
                .extracting(Finding::level, Finding::rank, Finding::where)
                .containsExactly(
                        tuple(Finding.Level.WARNING, 3, "rank3_a_DEVICE"),
                        tuple(Finding.Level.ERROR, 3, "rank3__DEVICE"));
        assertThat(choice.findings().get(0).why()).startsWith("rank3_b_DEVICE");
        assertThat(choice.findings().get(1).what())
                .isEqualTo("holds a Kineto trace (device) although its name suggests an execution trace (host)");
    }
}
