// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.unit.Bytes;
import org.etude.unit.Units;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Slower links make no step faster, and a sweep over them, over memory and over jobs says what single runs say. */
class DegradedLinksProperties {
    private static final List<CollectiveType> TYPES = List.of(
            CollectiveType.ALL_REDUCE,
            CollectiveType.ALL_GATHER,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.ALL_TO_ALL);

    @Provide
    Arbitrary<String> shapes() {
        return Arbitraries.of(
                "ring:8",
                "switch:8",
                "fully-connected:8",
                "torus:2x4",
                "mesh:8",
                "fattree:4x2",
                "switch:4,switch:2",
                "rail:4x2x1");
    }

    @Provide
    Arbitrary<Fidelity> networks() {
        return Arbitraries.of(Fidelity.ANALYTIC, Fidelity.AWARE, Fidelity.PACKET);
    }

    private static Workload job(int ranks, List<Integer> kib) {
        return Workload.of(ranks, r -> {
            for (int i = 0; i < kib.size(); i++) {
                r.compute("work " + i, Units.us(1 + kib.get(i)));
                r.collective("sum " + i, TYPES.get(kib.get(i) % TYPES.size()), new Bytes(1024L * kib.get(i)));
            }
        });
    }

    @Property(tries = 20)
    void slowerLinksMakeNoStepFaster(
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 64) Integer> kib,
            @ForAll("shapes") String shape,
            @ForAll("networks") Fidelity network,
            @ForAll @IntRange(min = 1, max = 100) int percent,
            @ForAll @IntRange(min = 1, max = 10) int tenths) {
        Workload work = job(8, kib);
        Topology fabric = Topology.parse(shape, 8);
        String some = percent + "%:" + tenths / 10.0;
        Table swept = Sweep.of("job", work, OptionalLong.empty())
                .over(fabric)
                .overLinks("none", some, "100%:" + tenths / 10.0)
                .with(s -> s.fidelity(network))
                .withoutCache()
                .threads(1)
                .run()
                .table();
        List<Double> ms = swept.doubleColumn("step_ms").asList();
        double single = work.simulate(fabric.degraded(some), s -> s.fidelity(network))
                        .result()
                        .stepNs()
                / 1e6;
        assertThat(ms.get(1)).as("%s", some).isCloseTo(single, within(1e-9 * single));
        // Messages that take turns, and packets, may by chance be in each other's way less.
        double chance = network == Fidelity.ANALYTIC ? 1e-9 : 0.05;
        assertThat(ms.get(1)).as("%s", some).isGreaterThanOrEqualTo(ms.get(0) * (1 - chance));
        assertThat(ms.get(2)).as("all").isGreaterThanOrEqualTo(ms.get(1) * (1 - chance));
        assertThat(ms.get(2)).isLessThanOrEqualTo(ms.get(0) * 10.0 / tenths * (1 + chance));
    }

    @Property(tries = 10)
    void jobsAreLeftOutByTheirMemoryAlone(
            @ForAll @IntRange(min = 0, max = 1000) int one,
            @ForAll @IntRange(min = 0, max = 1000) int other,
            @ForAll @IntRange(min = 1, max = 1000) int limit) {
        Workload work = job(4, List.of(1));
        Table swept = Sweep.of("one", work, OptionalLong.of(one))
                .and("other", work, OptionalLong.of(other))
                .and("unknown", work, OptionalLong.empty())
                .over(Topology.ring(4), Topology.parse("switch:4", 4))
                .fitting(new Bytes(limit))
                .with(s -> s.fidelity(Fidelity.ANALYTIC))
                .withoutCache()
                .threads(1)
                .run()
                .table();
        assertThat(swept.stringColumn("status").asList())
                .containsExactly(
                        status(one, limit),
                        status(one, limit),
                        status(other, limit),
                        status(other, limit),
                        "done",
                        "done");
    }

    private static String status(int memory, int limit) {
        return memory > limit ? "skipped" : "done";
    }

    /** Whatever jobs share a fabric, each row's slowdown is that of its own steps, and without contention there is none. */
    @Property(tries = 15)
    void jobsOnOneFabricAddUp(
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 64) Integer> one,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 64) Integer> other,
            @ForAll @IntRange(min = 1, max = 4) int ranks,
            @ForAll @From("shapes") String shape,
            @ForAll("networks") Fidelity network) {
        Table shared = Sweep.of("one", job(ranks, one), OptionalLong.empty())
                .and("other", job(8 - ranks, other), OptionalLong.empty())
                .over(Topology.parse(shape, 8))
                .with(s -> s.fidelity(network))
                .together("packed", "spread");
        assertThat(shared.rowCount()).isEqualTo(4);
        for (Row row : shared) {
            double added = row.getDouble("added_frac");
            assertThat(row.getDouble("step_ms")).isPositive();
            assertThat(added).isCloseTo(row.getDouble("step_ms") / row.getDouble("alone_ms") - 1, within(1e-6));
            assertThat(added).isGreaterThan(-0.05);
            if (network == Fidelity.ANALYTIC) {
                assertThat(added).isZero();
            }
        }
    }
}
