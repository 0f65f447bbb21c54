// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.network.packet.congestion.RateControls;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every branch of every congestion control, losses, drops, failing links, several NICs and communicator groups: cycles of each
 * rank, flows and pauses as ASTRA-sim 518bd51's ns-3 printed them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordedPacketFiguresTest {
    private static final int MOST_FLOWS = 60;

    private List<RecordedPacketRun> runs;

    @BeforeAll
    void read(@TempDir Path directory) throws IOException {
        runs = PacketFigures.read(directory);
    }

    private Stream<DynamicTest> tests(boolean small) {
        return runs.stream()
                .filter(run -> run.flows() <= MOST_FLOWS == small)
                .map(run -> DynamicTest.dynamicTest(
                        run.name(), () -> assertThat(differences(run)).isEmpty()));
    }

    private static List<String> differences(RecordedPacketRun run) {
        return run.differences(run.scenario(), new RateControls());
    }

    @TestFactory
    Stream<DynamicTest> smallRunsAreEqual() {
        return tests(true);
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> largeRunsAreEqual() {
        return tests(false);
    }

    /** With every packet simulated individually. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> allAreEqualWithoutFastForward() {
        return runs.stream()
                .map(run -> DynamicTest.dynamicTest(run.name(), () -> assertThat(run.differences(
                                run.scenario()
                                        .packets(run.scenario()
                                                .packets()
                                                .network(run.scenario()
                                                        .packets()
                                                        .network()
                                                        .withFastForward(false))),
                                new RateControls()))
                        .isEmpty()));
    }

    @Test
    void theSetIsWhole() {
        assertThat(runs).hasSizeGreaterThan(240);
        assertThat(runs.stream().map(run -> run.scenario()
                        .packets()
                        .network()
                        .routing()
                        .failures()
                        .size()))
                .contains(0, 1);
        assertThat(runs.stream().filter(run -> run.name().startsWith("groups"))).hasSize(4);
    }

    /** The comparison itself must be able to fail. */
    @Test
    void aNanosecondIsADifference() {
        RecordedPacketRun run = runs.get(0);
        long[] later = run.cycles().clone();
        later[0]++;
        assertThat(differences(new RecordedPacketRun(
                        run.name(), run.scenario(), later, run.flows(), run.fct(), run.pauses(), run.pfc())))
                .hasSize(1);
    }
}
