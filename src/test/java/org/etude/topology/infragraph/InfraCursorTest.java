// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.report.Finding;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link InfraCursor}, {@link InfraDetails} and {@link InfraLinks}: what a document says, and where it is wrong. */
class InfraCursorTest {
    private static InfraCursor of(String json) {
        try {
            return new InfraCursor(new ObjectMapper().readTree(json.replace('\'', '"')), "net.yaml", "");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static InfraCursor value(String json) {
        return of("{'a': {'b': " + json + "}}").need("a").need("b");
    }

    @Test
    void aPathLeadsToEachPlace() {
        InfraCursor links = of("{'devices': [{'x': 1}, {'links': [5, {'name': []}]}]}")
                .list("devices")
                .get(1)
                .list("links")
                .get(1);
        assertThat(links.path()).isEqualTo("devices[1].links[1]");
        assertThatThrownBy(() -> links.need("name").text())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("net.yaml: devices[1].links[1].name: is [], not a text");
        assertThatThrownBy(() -> links.need("rate"))
                .hasMessageContaining("net.yaml: devices[1].links[1]: has no key rate");
    }

    @Test
    void whatIsMissingOrNullIsEmpty() {
        InfraCursor top = of("{'n': null}");
        assertThat(top.get("n")).isEmpty();
        assertThat(top.get("m")).isEmpty();
        assertThat(top.list("m")).isEmpty();
        assertThatThrownBy(() -> of("{'m': 5}").list("m")).hasMessageContaining("net.yaml: m: is 5, not a list");
    }

    @Test
    void unknownKeysAreRefused() {
        InfraCursor top = of("{'name': 1, 'nam': 2}");
        assertThatThrownBy(() -> top.only("name", "links"))
                .hasMessageContaining("net.yaml: has the key nam, which InfraGraph 2.4 does not define here")
                .hasMessageContaining("Use name, links.");
        assertThat(top.only("name", "nam")).isSameAs(top);
        assertThatThrownBy(() -> of("[1]").only("name")).hasMessageContaining("is [1], not an object with keys");
    }

    @ParameterizedTest
    @CsvSource({"0, true", "2147483647, true", "2147483648, false", "-1, false", "1.0, false", "'''5''', false"})
    void aCountIsAWholeNumberFromZero(String json, boolean good) {
        if (good) {
            assertThat(value(json).count()).isEqualTo(Integer.parseInt(json));
        } else {
            assertThatThrownBy(() -> value(json).count())
                    .hasMessageContaining("net.yaml: a.b: is ")
                    .hasMessageContaining(", not a count");
        }
    }

    @Test
    void aNumberHasItsLimits() {
        assertThat(value("2.5").number()).isEqualByComparingTo("2.5");
        assertThat(value("0").number()).isEqualByComparingTo("0");
        assertThat(value("1e99").number()).isEqualByComparingTo("1e99");
        assertThatThrownBy(() -> value("-0.5").number()).hasMessageContaining("is -0.5, not a number 0 or above");
        assertThatThrownBy(() -> value("true").number()).hasMessageContaining("not a number 0 or above");
        assertThatThrownBy(() -> value("1e200").number()).hasMessageContaining("too large or too small");
        assertThatThrownBy(() -> value("1e-200").number()).hasMessageContaining("too large or too small");
    }

    @Test
    void longValuesAreShownInPart() {
        assertThatThrownBy(() -> value("'" + "x".repeat(60) + "'").count())
                .hasMessageContaining("is \"" + "x".repeat(39) + "..., not a count");
    }

    @Test
    void etudesDetailsComeBackAndOthersAreLeftAlone() {
        InfraDetails details = InfraDetails.none().with("level", 2).with("note", "a=b");
        assertThat(details.text()).isEqualTo("Etude: level=2; note=a=b");
        InfraDetails read = InfraDetails.of(Optional.of(value("'" + details.text() + "'")));
        assertThat(read).isEqualTo(details);
        assertThat(read.get("level")).contains("2");
        assertThat(InfraDetails.of(Optional.of(value("'my level=2'"))).values()).isEmpty();
        assertThat(InfraDetails.of(Optional.empty())).isEqualTo(InfraDetails.none());
    }

    @ParameterizedTest
    @CsvSource({
        "level=12345, false",
        "level=-1, false",
        "level=3, true",
        "dims=4x2x8, true",
        "dims=4x, false",
        "error_rate=0, true",
        "error_rate=0.25, true",
        "error_rate=1.0, true",
        "error_rate=1.5E-7, true",
        "error_rate=1.5, false",
        "error_rate=NaN, false"
    })
    void numbersThatEtudeNeverWroteAreRefused(String pair, boolean good) {
        Optional<InfraCursor> description = Optional.of(value("'Etude: " + pair + "'"));
        if (good) {
            assertThat(InfraDetails.of(description).values()).hasSize(1);
        } else {
            assertThatThrownBy(() -> InfraDetails.of(description))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("contains " + pair + ", which Etude never writes");
        }
    }

    private final List<Finding> findings = new ArrayList<>();

    private InfraLinks links(String... physical) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < physical.length; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{'name': 'l")
                    .append(i)
                    .append("'")
                    .append(physical[i])
                    .append("}");
        }
        InfraLinks links = new InfraLinks(findings);
        links.read(of("{'links': [" + text + "]}"), "");
        return links;
    }

    private static String physical(String bandwidth, String latency) {
        return ", 'physical': {'bandwidth': {" + bandwidth + "}, 'latency': {" + latency + "}}";
    }

    /** 400 Gbit/s are 50 GB/s; the choice says which of several units counts. */
    @Test
    void ratesAndLatenciesHaveUnits() {
        InfraLinks links = links(
                physical("'gigabits_per_second': 400", "'us': 2"),
                physical("'gigabytes_per_second': 50", "'ns': 0.5"),
                physical(
                        "'choice': 'gigabytes_per_second', 'gigabits_per_second': 8, 'gigabytes_per_second': 3",
                        "'ms': 1"));
        assertThat(links.size()).isEqualTo(3);
        assertThat(links.spec(0).bandwidth().bytesPerSecond()).isEqualTo(50e9);
        assertThat(links.spec(0).latencyNs()).isEqualTo(2000);
        assertThat(links.spec(1).bandwidth().bytesPerSecond()).isEqualTo(50e9);
        assertThat(links.spec(1).latencyNs()).isEqualTo(0.5);
        assertThat(links.spec(2).bandwidth().bytesPerSecond()).isEqualTo(3e9);
        assertThat(links.spec(2).latencyNs()).isEqualTo(1e6);
        assertThat(findings).isEmpty();
    }

    @Test
    void whatIsLeftOpenIsAssumedAndReported() {
        links(", 'physical': {'bandwidth': {'gigatransfers_per_second': 32}}");
        assertThat(findings).extracting(Finding::what).containsExactly("no rate is given", "no latency is given");
        assertThat(findings.get(0).where()).isEqualTo("net.yaml links[0] (l0)");
    }

    @Test
    void aRateOfZeroAndTwoUnitsAreRefused() {
        assertThatThrownBy(() -> links(physical("'gigabits_per_second': 0", "'us': 2")))
                .hasMessageContaining("net.yaml: links[0].physical.bandwidth.gigabits_per_second: is 0");
        assertThatThrownBy(() -> links(physical("'gigabits_per_second': 1", "'us': 2, 'ns': 3")))
                .hasMessageContaining("links[0].physical.latency: has 2 units and does not choose one");
        assertThatThrownBy(() -> new InfraLinks(findings).read(of("{'links': [{'name': 'a'}, {'name': 'a'}]}"), ""))
                .hasMessageContaining("net.yaml: links[1]: the link a is defined twice");
    }

    /** A device's link of a name that is taken is named after the device; numbers go on. */
    @Test
    void linksOfDevicesFollow() {
        InfraLinks links = links("");
        assertThat(links.read(of("{'links': [{'name': 'l0'}, {'name': 'own'}]}"), "gpu"))
                .containsEntry("l0", 1)
                .containsEntry("own", 2);
        assertThat(links.name(1)).isEqualTo("gpu l0");
        assertThat(links.name(2)).isEqualTo("own");
    }

    @Test
    void twoNodesHaveOneEdgeTheLastLinks() {
        InfraNodes nodes = new InfraNodes(4, links("", ""), findings);
        nodes.join(2, 1, 0);
        nodes.join(0, 3, 0);
        nodes.join(1, 2, 1);
        assertThat(nodes.edges()).isEqualTo(2);
        assertThat(nodes.link(0)).isEqualTo(1);
        assertThat(nodes.link(1)).isZero();
        assertThat(nodes.a(0)).isEqualTo(2);
        assertThat(nodes.b(0)).isEqualTo(1);
        assertThat(nodes.other(0, 2)).isEqualTo(1);
        assertThat(nodes.other(0, 1)).isEqualTo(2);
        assertThat(nodes.rank).containsOnly(-1);
    }
}
