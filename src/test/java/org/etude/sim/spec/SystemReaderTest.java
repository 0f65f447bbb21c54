// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.BusSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SchedulingPolicy;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemReaderTest {
    /** The keys that a file must have to be read without a finding. */
    private static final String QUIET = "\"scheduling-policy\":\"LIFO\",\"preferred-dataset-splits\":4";

    @TempDir
    private Path dir;

    private SystemSpec read(String json) throws IOException {
        return SystemReader.of(new ObjectMapper().readTree(json.replace('\'', '"')), "sys.json", dir);
    }

    private SystemSpec with(String more) throws IOException {
        return read("{" + QUIET + "," + more + "}");
    }

    @Test
    void missingKeysHaveAstraSimsDefaults() throws IOException {
        SystemSpec spec = read("{}");
        assertThat(spec.policy()).isEqualTo(SchedulingPolicy.LIFO);
        assertThat(spec.localBwAware()).isFalse();
        assertThat(spec.splits()).isEqualTo(1);
        assertThat(spec.activeChunks()).isEqualTo(1);
        assertThat(spec.endpointDelayNs()).isEqualTo(10);
        assertThat(spec.endpointDelayGiven()).isFalse();
        assertThat(spec.localMemoryGBps()).isZero();
        assertThat(spec.roofline()).isFalse();
        assertThat(spec.replayOnly()).isFalse();
        assertThat(spec.trackLocalMemory()).isFalse();
        assertThat(spec.bus()).isNull();
        assertThat(spec.custom()).isEmpty();
        assertThat(spec.customByNode()).isEmpty();
        assertThat(spec.findings())
                .extracting(Finding::where, Finding::effect)
                .containsExactly(
                        tuple("sys.json: preferred-dataset-splits", "1 chunk is used"),
                        tuple("sys.json: scheduling-policy", "LIFO is used"));
    }

    @Test
    void everyKeyArrives() throws IOException {
        SystemSpec spec = read("{'scheduling-policy':'EXPLICIT','endpoint-delay':17,'active-chunks-per-dimension':3,"
                + "'preferred-dataset-splits':8,'collective-optimization':'localBWAware','local-mem-bw':1.5,"
                + "'peak-perf':312,'roofline-enabled':1,'replay-only':true,'track-local-mem':2,"
                + "'inter-dimension-scheduling':'themis','intra-dimension-scheduling':'SCF',"
                + "'model-shared-bus':1,'L':100,'o':50,'g':10,'G':0.01,'local-reduction-delay':7,"
                + "'all-reduce-implementation':['ring','direct2'],'all-gather-implementation-custom':['a/b']}");
        assertThat(spec.policy()).isEqualTo(SchedulingPolicy.EXPLICIT);
        assertThat(spec.endpointDelayNs()).isEqualTo(17);
        assertThat(spec.endpointDelayGiven()).isTrue();
        assertThat(spec.activeChunks()).isEqualTo(3);
        assertThat(spec.splits()).isEqualTo(8);
        assertThat(spec.localBwAware()).isTrue();
        assertThat(spec.localMemoryGBps()).isEqualTo(1.5);
        assertThat(spec.peakTflops()).isEqualTo(312);
        assertThat(spec.roofline()).isTrue();
        assertThat(spec.replayOnly()).isTrue();
        assertThat(spec.trackLocalMemory()).isTrue();
        assertThat(spec.bus()).isEqualTo(new BusSpec(100, 50, 10, 0.01, 7));
        assertThat(spec.algorithms().get(CollectiveType.ALL_REDUCE))
                .isEqualTo(List.of(AlgorithmSpec.parse("ring"), AlgorithmSpec.parse("direct2")));
        assertThat(spec.custom()).isEqualTo(Map.of(CollectiveType.ALL_GATHER, "a/b"));
        assertThat(spec.findings()).isEmpty();
    }

    @Test
    void aBusWithoutParametersCostsNothingButTheReduction() throws IOException {
        assertThat(with("'model-shared-bus':1").bus()).isEqualTo(new BusSpec(0, 0, 0, 0, 1));
        assertThat(with("'model-shared-bus':0,'L':5").bus()).isNull();
    }

    @Test
    void nodesMayHaveImplementationsOfTheirOwn() throws IOException {
        Files.writeString(dir.resolve("nodes.yml"), "2: algo/ring\n17: algo/tree\n");
        assertThat(with("'per-node-custom-implementation':'nodes.yml'").customByNode())
                .isEqualTo(Map.of(2L, "algo/ring", 17L, "algo/tree"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"two: a | For input string", "[2, 3] | it has no such line", "'' | no such line"})
    void aBrokenListOfNodesIsRefused(String text, String said) throws IOException {
        Files.writeString(dir.resolve("nodes.yml"), text);
        assertThatThrownBy(() -> with("'per-node-custom-implementation':'nodes.yml'"))
                .isInstanceOf(SimulationException.class)
                .hasMessageStartingWith(dir.resolve("nodes.yml") + ": cannot be read as lines \"node id: ET prefix\": ")
                .hasMessageContaining(said)
                .hasMessageEndingWith("Correct per-node-custom-implementation in sys.json.");
    }

    @Test
    void aListOfNodesThatIsMissingIsNamed() {
        assertThatThrownBy(() -> with("'per-node-custom-implementation':'none.yml'"))
                .hasMessageContaining("none.yml: cannot be read")
                .hasMessageContaining("no such file or directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'scheduling-policy':'RANDOM' | scheduling-policy",
                "'collective-optimization':'fast' | collective-optimization",
                "'inter-dimension-scheduling':'best' | inter-dimension-scheduling",
                "'intra-dimension-scheduling':'best' | intra-dimension-scheduling",
                "'all-reduce-implementation':['star'] | all-reduce-implementation",
                "'all-reduce-implementation':'ring' | all-reduce-implementation is not a list",
                "'all-reduce-implementation-custom':[] | all-reduce-implementation-custom is not a list with exactly one",
                "'all-reduce-implementation-custom':['a','b'] | is not a list with exactly one",
                "'endpoint-delay':'10' | endpoint-delay is \"10\", not a number",
                "'preferred-dataset-splits':0 | preferred-dataset-splits is 0",
                "'active-chunks-per-dimension':0 | active-chunks-per-dimension is 0",
                "'endpoint-delay':-1 | endpoint-delay is -1 ns",
                "'local-mem-bw':-1 | local-mem-bw is -1.0 GB/s",
                "'peak-perf':-2 | peak-perf is -2.0 TFLOPS",
                "'preferred-dataset-splits':1e12 | preferred-dataset-splits is 2147483647",
                "'endpoint-delay':1e30 | endpoint-delay is 9223372036854775807 ns",
                "'model-shared-bus':1,'L':-1 | the shared bus has L -1, o 0, g 0, G 0.0",
                "'model-shared-bus':1,'G':-0.5 | G -0.5"
            })
    void senselessValuesAreNamed(String entry, String said) {
        assertThatThrownBy(() -> with(entry))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("sys.json")
                .hasMessageContaining(said);
    }

    @Test
    void theBusIsModelledForOneOnly() throws IOException {
        assertThat(with("'model-shared-bus':1").bus()).isNotNull();
        assertThat(with("'model-shared-bus':true").bus()).isNotNull();
        assertThat(with("'model-shared-bus':0").findings()).isEmpty();
        SystemSpec two = with("'model-shared-bus':2");
        assertThat(two.bus()).isNull();
        assertThat(two.findings())
                .extracting(Finding::where, Finding::effect)
                .containsExactly(tuple("sys.json: model-shared-bus", "no bus is modelled"));
    }

    @Test
    void unknownKeysAreReported() throws IOException {
        assertThat(with("'endpoint-delai':3").findings())
                .extracting(Finding::where, Finding::effect)
                .containsExactly(tuple("sys.json: endpoint-delai", "it is ignored"));
    }

    @Test
    void aFileThatIsNoObjectIsRefused() {
        assertThatThrownBy(() -> read("[1]")).hasMessageStartingWith("sys.json: is not a JSON object");
    }
}
