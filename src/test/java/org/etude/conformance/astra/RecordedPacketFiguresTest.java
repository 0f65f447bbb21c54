// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.network.packet.congestion.RateControls;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every branch of every congestion control, losses, drops, failing links, several NICs and communicator groups: cycles of each
 * rank, flows and pauses as ASTRA-sim 518bd51's ns-3 printed them.
 */
class RecordedPacketFiguresTest {
    private static final int MOST_FLOWS = 60;

    @TempDir
    private Path directory;

    private Stream<DynamicTest> tests(boolean small) throws IOException {
        return PacketFigures.read(directory).stream()
                .filter(run -> run.flows() <= MOST_FLOWS == small)
                .map(run -> DynamicTest.dynamicTest(
                        run.name(), () -> assertThat(differences(run)).isEmpty()));
    }

    private static List<String> differences(RecordedPacketRun run) {
        return run.differences(run.scenario(), new RateControls());
    }

    @TestFactory
    Stream<DynamicTest> smallRunsAreEqual() throws IOException {
        return tests(true);
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> largeRunsAreEqual() throws IOException {
        return tests(false);
    }

    /** With every packet simulated individually. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> allAreEqualWithoutFastForward() throws IOException {
        return PacketFigures.read(directory).stream()
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
    void theSetIsWhole() throws IOException {
        List<RecordedPacketRun> all = PacketFigures.read(directory);
        assertThat(all).hasSizeGreaterThan(240);
        assertThat(all.stream().map(run -> run.scenario()
                        .packets()
                        .network()
                        .routing()
                        .failures()
                        .size()))
                .contains(0, 1);
        assertThat(all.stream().filter(run -> run.name().startsWith("groups"))).hasSize(4);
    }

    /** The comparison itself must be able to fail. */
    @Test
    void aNanosecondIsADifference() throws IOException {
        RecordedPacketRun run = PacketFigures.read(directory).get(0);
        run.cycles()[0]++;
        assertThat(differences(run)).hasSize(1);
    }
}
