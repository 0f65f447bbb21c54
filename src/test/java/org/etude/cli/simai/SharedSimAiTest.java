package org.etude.cli.simai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.etude.Shared;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** All recorded results beside the checkout, if they are there. */
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
                .flatMap(kind -> Shared.dir("golden", "simai", kind).stream())
                .map(folder -> DynamicTest.dynamicTest(
                        folder.getFileName().toString(),
                        () -> assertThat(Recorded.conformance(folder)).matches("[1-9][0-9]* cases, 0 differ\n")));
    }

    /** Runs whose queues or hashes the recorded network resolves in another way: 2 to 26 % off, see docs/simai.md. */
    @Test
    @Tag("campaign")
    void packetRunsAreWithinOnePercentButForContendedOnes() {
        Shared.dir("golden", "simai", "ns3").map(Recorded::conformance).ifPresent(said -> assertThat(
                        said.lines().filter(line -> line.startsWith("ns3/")).map(line -> line.split(": ")[0]))
                .isSubsetOf(
                        "ns3/spx16_ar_tp16_8M_pxn",
                        "ns3/spx16_a2a_tp16_16M",
                        "ns3/dcn_st_32_dp4_tp8_16M",
                        "ns3/spx16_ar_dp16_tp1_8M"));
    }
}
