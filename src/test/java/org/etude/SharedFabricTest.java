// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.WorkloadException;
import org.etude.sweep.SweepException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Jobs that run on one fabric at the same time. */
class SharedFabricTest {
    private static final Topology RING = Topology.ring(8).bandwidth(gbps(100)).latency(us(1));

    private static Workload reducing(int ranks, int mib) {
        return Workload.of(ranks, r -> r.compute("work", us(50)).allReduce("sum", mib(mib)));
    }

    private static Sweep jobs(Workload a, Workload b, Topology on, Fidelity how) {
        return Sweep.of("a", a, OptionalLong.empty())
                .and("b", b, OptionalLong.empty())
                .over(on)
                .with(s -> s.fidelity(how));
    }

    /** Neighbours on a line have links of their own; jobs on every second host share all links. */
    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"AWARE", "PACKET"})
    void jobsOnTheSameLinksSlowEachOther(Fidelity how) {
        Topology line = Topology.mesh(8).bandwidth(gbps(100)).latency(us(1));
        Table table = jobs(reducing(4, 4), reducing(4, 4), line, how).together("packed", "0,2,4,6/1,3,5,7");
        assertThat(table.rowCount()).isEqualTo(4);
        for (Row row : table) {
            boolean apart = row.getString("placement").equals("packed");
            // By whole messages the jobs can use a link in turns without waiting; packets of both meet on every link.
            double least = how == Fidelity.PACKET && !apart ? 0.2 : 0;
            assertThat(row.getDouble("added_frac")).as("%s", row).isBetween(least, apart ? 0 : 1.5);
        }
        assertThat(table.stringColumn("hosts").asList()).containsExactly("0-3", "4-7", "0,2,4,6", "1,3,5,7");
    }

    /** A job that fills the fabric takes as long as without any placing. */
    @Test
    void aJobOnAllHostsRunsAsAlways() {
        Workload work = reducing(8, 8);
        for (Fidelity how : List.of(Fidelity.UNAWARE, Fidelity.AWARE, Fidelity.PACKET)) {
            Table table = Sweep.of("a", work, OptionalLong.empty())
                    .over(RING)
                    .with(s -> s.fidelity(how))
                    .together("packed");
            double alone = work.simulate(RING, s -> s.fidelity(how)).result().stepNs() / 1e6;
            assertThat(table.doubleColumn("step_ms").get(0)).as("%s", how).isCloseTo(alone, within(1e-9));
        }
    }

    /** Groups and messages of a job stay within it, wherever its ranks are. */
    @Test
    void groupsAndMessagesMoveWithTheirRanks() {
        Workload work = Workload.of(4, r -> {
                    r.collective("pair", CollectiveType.ALL_REDUCE, mib(1), 1 + r.rank() / 2);
                    if (r.rank() == 0) {
                        r.send("there", 3, mib(2), 7);
                    } else if (r.rank() == 3) {
                        r.receive("there", 0, mib(2), 7);
                    }
                    r.allReduce("all", mib(1));
                })
                .groups(Map.of(1, List.of(0, 1), 2, List.of(2, 3)));
        Topology full = Topology.fullyConnected(8).bandwidth(gbps(100)).latency(us(1));
        Table table = jobs(work, work, full, Fidelity.AWARE).together("packed", "spread", "7,5,3,1/6,4,2,0");
        List<Double> steps = table.doubleColumn("step_ms").asList();
        assertThat(steps).hasSize(6).allMatch(step -> Math.abs(step / steps.get(0) - 1) < 1e-9);
        assertThat(table.doubleColumn("added_frac").asList()).allMatch(slower -> slower == 0);
    }

    /** Messages one after the other, as long as two hosts hand one back and forth: what else a link carries can only hold them up. */
    @Property(tries = 40)
    void chainsOfMessagesAreNeverFasterThanAlone(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 64) Integer> one,
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 64) Integer> other) {
        Table table = jobs(chain(one), chain(other), RING, Fidelity.AWARE).together("0,2/1,3", "packed", "spread");
        for (Row row : table) {
            assertThat(row.getDouble("step_ms")).as("%s", row).isGreaterThanOrEqualTo(row.getDouble("alone_ms"));
        }
        Table free = jobs(chain(one), chain(other), RING, Fidelity.UNAWARE).together("0,2/1,3");
        assertThat(free.doubleColumn("added_frac").asList()).allMatch(slower -> slower == 0);
    }

    /** Two ranks that send each other messages of these sizes in KiB, each after the last one came. */
    private static Workload chain(List<Integer> sizes) {
        return Workload.of(2, r -> {
            for (int i = 0; i < sizes.size(); i++) {
                Bytes size = new Bytes(1024L * sizes.get(i));
                if (i % 2 == r.rank()) {
                    r.send("message " + i, 1 - r.rank(), size, i);
                } else {
                    r.receive("message " + i, 1 - r.rank(), size, i);
                }
            }
        });
    }

    /**
     * Stored and forwarded whole, a message of 1 MiB, 83.886 us per link, reaches its second link when one of 2 MiB has half passed it: it takes three times over
     * a link and a latency, instead of two times and two latencies.
     */
    @Test
    void aMessageWaitsForTheLinkBehind() {
        Table table = jobs(chain(List.of(1024)), chain(List.of(2048)), RING, Fidelity.AWARE)
                .with(s -> s.fidelity(Fidelity.AWARE).system(b -> b.cutThrough(false)))
                .together("0,2/1,3");
        assertThat(table.doubleColumn("added_frac").get(0))
                .isCloseTo((3 * 83.886 + 1) / (2 * 83.886 + 2) - 1, within(1e-4));
        assertThat(table.doubleColumn("added_frac").get(1)).isZero();
    }

    @Test
    void placementsThatDoNotFitAreRefused() {
        Sweep two = jobs(reducing(4, 1), reducing(4, 1), RING, Fidelity.AWARE);
        refused(two, "diagonal", "there is no placement 'diagonal'");
        refused(two, "0-3", "hosts of 1 job, not of 2");
        refused(two, "0-3/3-6", "gives host 3 to two ranks");
        refused(two, "0-3/4-8", "names hosts 4-8 of 8");
        refused(two, "0-3/4-6", "names 3 hosts for a job of 4 ranks");
        refused(jobs(reducing(8, 1), reducing(4, 1), RING, Fidelity.AWARE), "packed", "do not fit 8 hosts");
        assertThatThrownBy(() -> two.cache("kept").together("packed"))
                .hasMessageContaining("are not cached, in kept or elsewhere");
        assertThatThrownBy(() -> two.threads(0).together("packed")).hasMessageContaining("the number of threads is 0");
        assertThatThrownBy(() -> two.overRanks(4).together("packed"))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining("cannot be scaled");
    }

    private static void refused(Sweep jobs, String placement, String why) {
        assertThatThrownBy(() -> jobs.together(placement))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(why);
    }
}
