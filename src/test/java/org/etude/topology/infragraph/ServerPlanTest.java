// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.PhysicalTopology.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerPlanTest {
    /** 2 servers of 4 GPUs with 2 preferred switches each; 12 joins all GPUs. */
    private static List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (int gpu = 0; gpu < 8; gpu++) {
            int first = 8 + gpu / 4 * 2;
            links.add(link(gpu, first, 0));
            links.add(link(gpu, first + 1, 0));
            links.add(link(gpu, 12, 1));
        }
        return links;
    }

    private static Link link(int a, int b, int level) {
        return new Link(a, b, LinkSpec.DEFAULT, level);
    }

    private static ServerPlan plan(List<Link> links) {
        return ServerPlan.of(new PhysicalTopology("net", 8, 5, links, List.of("inside", "outside"), 4));
    }

    private static ServerPlan whole() {
        return plan(links());
    }

    private static final ServerPlan FLAT = new ServerPlan(8, 1, 0, 4, -1);

    @Test
    void hostsThatShareTheirPreferredSwitchesAreAServer() {
        assertThat(whole()).isEqualTo(new ServerPlan(8, 4, 2, 4, 0));
        assertThat(whole().isWhole()).isTrue();
        assertThat(FLAT.isWhole()).isFalse();
    }

    @Test
    void aLinkThatIsMissingLeavesEveryHostAServer() {
        List<Link> links = links();
        links.remove(link(3, 9, 0));
        assertThat(plan(links)).isEqualTo(FLAT);
    }

    @Test
    void aPreferredSwitchThatIsJoinedToAnotherServerLeavesEveryHostAServer() {
        List<Link> links = links();
        links.set(links.indexOf(link(3, 9, 0)), link(3, 10, 0));
        assertThat(plan(links)).isEqualTo(FLAT);
    }

    @Test
    void linksInsideAreOfOneLevelAndNoOthersAre() {
        List<Link> other = links();
        other.set(other.indexOf(link(3, 9, 0)), link(3, 9, 1));
        assertThat(plan(other)).isEqualTo(FLAT);
        List<Link> outside = links();
        outside.set(outside.indexOf(link(3, 12, 1)), link(3, 12, 0));
        assertThat(plan(outside)).isEqualTo(FLAT);
    }

    @Test
    void preferredSwitchesJoinHostsOnly() {
        List<Link> links = links();
        links.add(link(8, 12, 0));
        assertThat(plan(links)).isEqualTo(FLAT);
    }

    @Test
    void linksOutOfOrderOrTwiceLeaveEveryHostAServer() {
        List<Link> turned = links();
        turned.add(turned.remove(0));
        assertThat(plan(turned)).isEqualTo(FLAT);
        List<Link> twice = links();
        twice.add(0, twice.get(0));
        assertThat(plan(twice)).isEqualTo(FLAT);
    }

    @Test
    void withoutPreferredSwitchesEveryHostIsAServer() {
        PhysicalTopology star = new PhysicalTopology("star", 2, 1, List.of(link(0, 2, 0), link(1, 2, 0)), List.of("l"));
        assertThat(ServerPlan.of(star)).isEqualTo(new ServerPlan(2, 1, 0, 0, -1));
    }

    /** An endpoint is a slice of servers, of the GPUs of one server, or of all GPUs of some servers. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 8, 8, server[0:2], xpu",
        "4, 1, 4, 4, server[1], xpu",
        "0, 1, 7, 4, server[0], xpu",
        "1, 1, 7, 3, server[0], xpu[1:4]",
        "1, 1, 2, 2, server[0], xpu[1:3]",
        "0, 2, 4, 2, server[0], xpu[0:3:2]",
        "4, 3, 2, 2, server[1], xpu[0:4:3]",
        "2, 4, 2, 2, server[0:2], xpu[2]",
        "5, 0, 3, 3, server[1], xpu[1]",
        "6, 1, 1, 1, server[1], xpu[2]",
    })
    void whatOneEndpointCanName(int first, int step, int count, int nameable, String server, String xpu) {
        assertThat(whole().nameable(first, step, count)).isEqualTo(nameable);
        ObjectNode end = JsonNodeFactory.instance.objectNode();
        whole().end(end, first, step, nameable);
        assertThat(end.get("instance").textValue()).isEqualTo(server);
        assertThat(end.get("component").textValue()).isEqualTo(xpu);
    }

    @ParameterizedTest
    @CsvSource({"12, 0, 3, switch[0]", "12, 1, 1, switch[0]"})
    void otherSwitchesAreCountedBehindTheServers(int first, int step, int count, String name) {
        assertThat(whole().nameable(first, step, count)).isEqualTo(count);
        ObjectNode end = JsonNodeFactory.instance.objectNode();
        whole().end(end, first, step, count);
        assertThat(end.toString()).isEqualTo("{\"instance\":\"" + name + "\",\"component\":\"switch\"}");
    }

    @Test
    void whereNoServerHoldsSwitchesAllAreCounted() {
        ObjectNode end = JsonNodeFactory.instance.objectNode();
        FLAT.end(end, 9, 2, 3);
        assertThat(end.get("instance").textValue()).isEqualTo("switch[1:6:2]");
        FLAT.end(end, 3, 1, 4);
        assertThat(end.get("instance").textValue()).isEqualTo("server[3:7]");
        assertThat(end.get("component").textValue()).isEqualTo("xpu[0]");
    }
}
