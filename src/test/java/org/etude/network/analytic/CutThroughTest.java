// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.Assertions;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageListener;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** Messages whose heads are forwarded before their tails have arrived. Rates are whole bytes per ns where times are exact. */
class CutThroughTest {
    private record Sent(long at, int src, int dst, long bytes) {}

    private interface Networks {
        MessageNetwork on(EventQueue queue);
    }

    /** When each message arrives. */
    private static long[] arrivals(Networks networks, List<Sent> sends) {
        EventQueue queue = new EventQueue();
        Messages messages = new Messages(queue, networks.on(queue));
        long[] arrived = new long[sends.size()];
        messages.listen(new MessageListener() {
            @Override
            public void sent(long token) {}

            @Override
            public void received(long token) {
                arrived[(int) token] = queue.now();
            }
        });
        int send = queue.register(i -> {
            Sent it = sends.get((int) i);
            int channel = messages.channel((int) i, it.src, it.dst, it.bytes);
            messages.receive(channel, i);
            messages.send(channel, Messages.NOBODY);
        });
        for (int i = 0; i < sends.size(); i++) {
            queue.schedule(sends.get(i).at, send, i);
        }
        while (queue.step()) {
            assertThat(queue.now()).isNotNegative();
        }
        return arrived;
    }

    private static Networks logical(LogicalTopology topology, boolean cutThrough) {
        return queue -> new AwareNetwork(queue, topology, cutThrough);
    }

    private static Networks graph(PhysicalTopology topology, boolean cutThrough) {
        return queue -> new GraphAwareNetwork(queue, topology, cutThrough);
    }

    /** Host 0, a row of switches and host 1, joined by links of these rates in bytes per ns. */
    private static PhysicalTopology row(int[] rates, int latencyNs) {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            int a = i == 0 ? 0 : i + 1;
            int b = i == rates.length - 1 ? 1 : i + 2;
            links.add(new PhysicalTopology.Link(
                    a, b, new LinkSpec(Bandwidth.gigabytesPerSecond(rates[i]), latencyNs, 0), 0));
        }
        return new PhysicalTopology("row", 2, rates.length - 1, links, List.of("row"));
    }

    private static int[] rates(Random random, int links) {
        return random.ints(links, 1, 20).toArray();
    }

    private static long sole(Networks networks, long bytes) {
        return arrivals(networks, List.of(new Sent(0, 0, 1, bytes)))[0];
    }

    @Example
    void aSwitchCostsItsLatencyAndNoSecondSerialisation() {
        LogicalTopology two = LogicalTopology.switched(2)
                .bandwidth(Bandwidth.gigabytesPerSecond(10))
                .latency(Time.ns(100));
        assertThat(sole(logical(two, true), 50_000)).isEqualTo(2 * 100 + 5_000);
        assertThat(sole(logical(two, false), 50_000)).isEqualTo(2 * (100 + 5_000));
    }

    /** Ten hosts of 1 byte/ns feed a server of 10 bytes/ns: all arrive when the last byte has left, none after the other. */
    @Example
    void slowLinksFillAFastOneTogether() {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        List<Sent> sends = new ArrayList<>();
        for (int host = 0; host <= 10; host++) {
            int rate = host == 0 ? 10 : 1;
            links.add(new PhysicalTopology.Link(host, 11, new LinkSpec(Bandwidth.gigabytesPerSecond(rate), 0, 0), 0));
            if (host > 0) {
                sends.add(new Sent(0, host, 0, 1_000));
            }
        }
        PhysicalTopology star = new PhysicalTopology("star", 11, 1, links, List.of("star"));
        assertThat(arrivals(graph(star, true), sends)).containsOnly(1_000);
    }

    @Property(tries = 200)
    void overIdleLinksLatenciesAndTheSlowestLinkCount(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int links,
            @ForAll @IntRange(max = 3_000) int latency,
            @ForAll @IntRange(max = 1 << 20) int bytes) {
        int[] rates = rates(new Random(seed), links);
        int slowest = Arrays.stream(rates).min().orElseThrow();
        long took = sole(graph(row(rates, latency), true), bytes);
        assertThat(took).isEqualTo((long) links * latency + bytes / slowest);
        assertThat(took).isLessThanOrEqualTo(sole(graph(row(rates, latency), false), bytes));
    }

    @Property(tries = 200)
    void dimensionsTakenOneAfterTheOtherCountTheSame(
            @ForAll @IntRange(min = 1, max = 20) int inner,
            @ForAll @IntRange(min = 1, max = 20) int outer,
            @ForAll @IntRange(max = 2) int kind,
            @ForAll @IntRange(max = 1 << 20) int bytes) {
        TopologyDim[] dims = new TopologyDim[2];
        for (int d = 0; d < 2; d++) {
            dims[d] = new TopologyDim(
                    DimKind.values()[kind], 2, Bandwidth.gigabytesPerSecond(d == 0 ? inner : outer), 100);
        }
        LogicalTopology both = new LogicalTopology(List.of(dims));
        int each = dims[0].kind() == DimKind.SWITCH ? 2 : 1;
        assertThat(arrivals(logical(both, true), List.of(new Sent(0, 0, 3, bytes)))[0])
                .isEqualTo(2L * each * 100 + bytes / Math.min(inner, outer));
    }

    /** Messages of one pair keep their order, none is later than when stored, or on faster links, or sooner than its bytes allow. */
    @Property(tries = 200)
    void messagesOfOnePathKeepTheirOrderAndNeverLose(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int links) {
        Random random = new Random(seed);
        int[] rates = rates(random, links);
        int[] faster = rates.clone();
        faster[random.nextInt(links)] += 1 + random.nextInt(20);
        List<Sent> sends = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 12; i++) {
            at += random.nextInt(4_000);
            sends.add(new Sent(at, 0, 1, random.nextInt(3) == 0 ? 64 : random.nextInt(40_000)));
        }
        int latency = random.nextInt(500);
        long[] cut = arrivals(graph(row(rates, latency), true), sends);
        long[] stored = arrivals(graph(row(rates, latency), false), sends);
        long[] sooner = arrivals(graph(row(faster, latency), true), sends);
        int slowest = Arrays.stream(rates).min().orElseThrow();
        long carried = 0;
        for (int i = 0; i < cut.length; i++) {
            carried += sends.get(i).bytes;
            assertThat(cut[i]).isLessThanOrEqualTo(stored[i]);
            assertThat(sooner[i]).isLessThanOrEqualTo(cut[i]);
            assertThat(cut[i]).isGreaterThanOrEqualTo(carried / slowest - cut.length);
            assertThat(cut[i]).isGreaterThanOrEqualTo(i == 0 ? 0 : cut[i - 1]);
        }
    }

    /** Whoever sends to whom through one switch: each host has its last message no later, and no sooner than its link allows. */
    @Property(tries = 200)
    void throughASwitchNoHostWaitsLongerForItsLast(@ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int hosts) {
        Random random = new Random(seed);
        List<Sent> sends = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int src = random.nextInt(hosts);
            int dst = (src + 1 + random.nextInt(hosts - 1)) % hosts;
            sends.add(new Sent(random.nextInt(20_000), src, dst, random.nextInt(40_000)));
        }
        LogicalTopology star = LogicalTopology.switched(hosts)
                .bandwidth(Bandwidth.gigabytesPerSecond(1 + random.nextInt(20)))
                .latency(Time.ns(random.nextInt(900)));
        PhysicalTopology drawn = TopologyText.parse("switch:" + hosts)
                .bandwidth(star.dims().get(0).bandwidth())
                .latency(Time.ns(star.dims().get(0).latencyNs()))
                .physical();
        long[] cut = arrivals(logical(star, true), sends);
        long[] stored = arrivals(logical(star, false), sends);
        double rate = star.dims().get(0).bandwidth().bytesPerSecond() / 1e9;
        for (int host = 0; host < hosts; host++) {
            int to = host;
            long bytes = sends.stream()
                    .filter(s -> s.dst == to)
                    .mapToLong(Sent::bytes)
                    .sum();
            assertThat(last(sends, cut, host)).isLessThanOrEqualTo(last(sends, stored, host));
            assertThat((double) last(sends, cut, host)).isGreaterThanOrEqualTo(Math.floor(bytes / rate) - sends.size());
            assertThat(last(sends, arrivals(graph(drawn, true), sends), host))
                    .isCloseTo(last(sends, cut, host), Assertions.within((long) sends.size()));
        }
    }

    private static long last(List<Sent> sends, long[] arrived, int host) {
        long last = 0;
        for (int i = 0; i < arrived.length; i++) {
            last = sends.get(i).dst == host ? Math.max(last, arrived[i]) : last;
        }
        return last;
    }
}
