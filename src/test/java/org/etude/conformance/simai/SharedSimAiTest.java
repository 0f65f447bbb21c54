// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** All recorded results next to the checkout, if they are there. */
class SharedSimAiTest {
    @TestFactory
    Stream<DynamicTest> noneDiffers() {
        return Stream.of(
                        "topo",
                        "workload",
                        "workload_csv",
                        "workload_inference",
                        "rank_groups",
                        "analytical",
                        "analytical_yaml",
                        "flows")
                .map(kind -> Shared.dir("golden", "simai", kind))
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> assertThat(said(folder))
                        .matches("[1-9][0-9]* cases, 0 differ\n")));
    }

    /** What the comparison says; its last line, the count, goes to the log of the build too. */
    private static String said(Path folder) {
        String said = Recorded.conformance(folder);
        System.out.println("SimAI " + folder.getFileName() + ": " + said.lines().reduce("", (first, last) -> last));
        return said;
    }

    /** In the runs named switches mark, and which packets is drawn at random: see docs/simai.md. */
    @Test
    void packetRunsAreWithinOnePercentButForMarkedOnes() {
        String said = said(Shared.dir("golden", "simai", "ns3"));
        assertThat(said.lines().filter(line -> line.startsWith("ns3/")).map(line -> line.split(": ")[0]))
                .isSubsetOf("ns3/spx16_a2a_tp16_16M", "ns3/spx16_ag_dp8_tp2_16M", "ns3/dcn_st_32_dp4_tp8_16M");
    }

    /** The recorded ends of those lie among ours with other random numbers. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> markedRunsAreAmongOurs() {
        Path folder = Shared.dir("golden", "simai", "ns3");
        return Stream.of("spx16_a2a_tp16_16M", "spx16_ag_dp8_tp2_16M", "dcn_st_32_dp4_tp8_16M")
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    JsonNode run = new ObjectMapper()
                            .readTree(folder.resolve(name + ".json").toFile());
                    long[] ends = LongStream.rangeClosed(1, 60)
                            .map(random -> PacketRunLayout.run(
                                            run, PacketNetworkSpec.simAi().withRandomRun(random))
                                    .finishNanos())
                            .sorted()
                            .toArray();
                    assertThat(run.get("finished_ns").asLong()).isBetween(ends[0], ends[ends.length - 1]);
                }));
    }
}
