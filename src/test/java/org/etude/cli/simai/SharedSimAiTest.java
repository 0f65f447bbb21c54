package org.etude.cli.simai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.etude.Shared;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** All recorded results beside the checkout, if they are there. */
class SharedSimAiTest {
    @TestFactory
    Stream<DynamicTest> noneDiffers() {
        return Stream.of("topo", "workload", "workload_csv", "workload_inference", "rank_groups", "analytical", "analytical_yaml")
                .flatMap(kind -> Shared.dir("golden", "simai", kind).stream())
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> assertThat(
                                Recorded.conformance(folder))
                        .matches("[1-9][0-9]* cases, 0 differ\n")));
    }
}
