// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimAiWorkloadTest {
    private static final String TEXT = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 2 pp: 4 vpp: 6"
            + " ga: 3 all_gpus: 128 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 1024.0\n1\n"
            + "layer\t-1\t10\tALLREDUCE\t64\t20\tALLTOALL_EP\t32\t30\tNONE\t0\t100\n";

    @TempDir
    private Path dir;

    @Test
    void whatIsReadIsWrittenAgain() throws IOException {
        SimAiWorkload workload = SimAiWorkload.read(Files.writeString(dir.resolve("w.txt"), TEXT));
        assertThat(workload.text()).isEqualTo(TEXT);
        workload.write(dir.resolve("again/w.txt"));
        assertThat(dir.resolve("again/w.txt")).hasContent(TEXT);
        SimAiHeader header = workload.header();
        assertThat(new int[] {header.tp(), header.ep(), header.pp(), header.vpp(), header.ga(), header.gpus()})
                .containsExactly(8, 2, 4, 6, 3, 128);
        assertThat(header.ppComm()).isEqualTo(1024);
        assertThat(workload.rows().get(0))
                .isEqualTo(SimAiRow.of(
                        "layer",
                        new SimAiRow.Pass(10, "ALLREDUCE", 64),
                        new SimAiRow.Pass(20, "ALLTOALL_EP", 32),
                        SimAiRow.Pass.compute(30)));
    }

    @Test
    void blanksSeparateToo() {
        assertThat(SimAiWorkload.parse("w", TEXT.replace("\t", "   "))).isEqualTo(SimAiWorkload.parse("w", TEXT));
        assertThat(SimAiWorkload.parse("w", "MICRO\n0\n").header())
                .isEqualTo(new SimAiHeader(SimAiHeader.MICRO, Map.of()));
    }

    /** ASTRA-sim's texts list layers behind these names; what follows is read all the same, and written again. */
    @Test
    void listsOfCheckpointsAreKept() {
        String lists =
                TEXT.replace("checkpoints: 0 checkpoint_initiates: 0", "checkpoints: 2 3 5 checkpoint_initiates: 1 7");
        SimAiWorkload workload = SimAiWorkload.parse("w", lists);
        assertThat(workload.header().fields())
                .containsEntry("checkpoints", "2 3 5")
                .containsEntry("checkpoint_initiates", "1 7");
        assertThat(workload.header().ppComm()).isEqualTo(1024);
        assertThat(workload.text()).isEqualTo(lists);
        assertThat(SimAiWorkload.parse("w", TEXT.replace("pp_comm:", "pp_comm")).header())
                .isEqualTo(SimAiWorkload.parse("w", TEXT).header());
    }

    @Test
    void brokenTextsSayWhere() {
        assertThatThrownBy(() -> SimAiWorkload.parse("w", "MICRO\n")).hasMessageContaining("w: has 1 line");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\n1\n", "\n2\n")))
                .hasMessageContaining("promises 2 rows, but there are 1");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\t64\t", "\tmany\t")))
                .hasMessageContaining("line 3: size is 'many', not a whole number");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\t64\t", "\t-64\t")))
                .hasMessageContaining("line 3: size is '-64', not a whole number of 0 or more");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\n1\n", "\n-1\n")))
                .hasMessageContaining("line 2: number of rows is '-1'");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\n1\n", "\n4294967297\n")))
                .hasMessageContaining("promises 4294967297 rows, but there are 1");
        SimAiHeader words =
                SimAiWorkload.parse("w", TEXT.replace("ga: 3", "ga: three")).header();
        assertThatThrownBy(words::ga).hasMessageContaining("w, line 1: has ga: three");
        SimAiHeader negative =
                SimAiWorkload.parse("w", TEXT.replace("ga: 3", "ga: -3")).header();
        assertThatThrownBy(negative::ga).hasMessageContaining("has ga: -3");
        assertThatThrownBy(() -> SimAiWorkload.parse("w", TEXT.replace("\t100\n", "\n")))
                .hasMessageContaining("line 3: has 11 fields where a row has 12");
    }

    /** Names without blanks, any collective, sizes and times up to the largest number. */
    @Property
    void anyWorkloadIsReadBack(@ForAll @Size(max = 5) List<@From("rows") SimAiRow> rows, @ForAll @LongRange long pp) {
        SimAiWorkload workload = new SimAiWorkload(new SimAiHeader("DATA", Map.of("pp_comm", Long.toString(pp))), rows);
        SimAiWorkload again = SimAiWorkload.parse("w", workload.text());
        assertThat(again).isEqualTo(workload);
        assertThat(again.text()).isEqualTo(workload.text());
    }

    @Provide
    Arbitrary<SimAiRow> rows() {
        Arbitrary<String> words =
                Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(9);
        Arbitrary<Long> numbers = Arbitraries.longs().greaterOrEqual(0);
        Arbitrary<SimAiRow.Pass> passes =
                Combinators.combine(numbers, words, numbers).as(SimAiRow.Pass::new);
        return Combinators.combine(words, passes, passes, passes, numbers).as(SimAiRow::new);
    }
}
