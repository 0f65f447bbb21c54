// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.conformance.astra.PacketFigures;
import org.etude.conformance.astra.RecordedPacketRun;
import org.etude.network.packet.congestion.BranchMutants.Mutant;
import org.etude.report.EtudeException;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.network.CongestionControl;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recorded packet runs tell every branch of every congestion control from its absence: with a jump of its rules taken always,
 * or never, at least two runs give other figures than recorded.
 */
@Tag("campaign")
class BranchMutantsTest {
    private static final int WANTED = 2;
    private static final long MOST_EVENTS = 40_000_000;

    private static final Map<CongestionControl, Class<? extends RateControl>> CONTROLS = Map.of(
            CongestionControl.DCQCN, Dcqcn.class,
            CongestionControl.DCTCP, Dctcp.class,
            CongestionControl.HPCC, Hpcc.class,
            CongestionControl.HPCC_PINT, HpccPint.class,
            CongestionControl.TIMELY, Timely.class);

    /** Changes that no run can show, each with the reason. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.ofEntries(
            Map.entry("Dcqcn.acknowledged jump 1 always", "a flow that is done sends nothing"),
            Map.entry("Dctcp.acknowledged jump 3 never", "clears a flag that is clear"),
            Map.entry("Hpcc.acknowledged jump 7 never", "a new acknowledgement is not ahead of what was sent"),
            Map.entry("Hpcc.react jump 3 never", "plans a rate that is not taken"),
            Map.entry("Hpcc.react jump 6 never", "keeps rates of hops that are not read with one rate"),
            Map.entry("Hpcc.react jump 7 never", "keeps a rate of a path without switches, where none is read"),
            Map.entry("Hpcc.react jump 9 never", "all hops are fresh in a full update"),
            Map.entry("Hpcc.observe jump 7 never", "averages over no time"),
            Map.entry("Hpcc.observe jump 8 never", "averages over no time"),
            Map.entry("Timely.acknowledged jump 2 never", "a new acknowledgement is not ahead of what was sent"),
            Map.entry("HpccPint.departs jump 0 never", "the logarithm of 0 is so small that its power adds 0"),
            Map.entry("HpccPint.departs jump 1 never", "the logarithm of 0 is so small that its power adds 0"),
            Map.entry("HpccPint.departs jump 2 never", "the logarithm of 0 is so small that its power adds 0"),
            Map.entry("HpccPint.approximate jump 0 always", "callers give no 0"),
            Map.entry(
                    "HpccPint.log2 jump 0 always",
                    "for powers of two the quotient of logarithms is cut to the same integer"),
            Map.entry("HpccPint.encode jump 0 always", "no more than an exact power, which is rounded down anyway"));

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> everyBranchIsSeenByTwoRuns() throws IOException {
        List<RecordedPacketRun> runs = PacketFigures.read(directory);
        return CONTROLS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DynamicTest.dynamicTest(entry.getKey().name(), () -> {
                    List<RecordedPacketRun> own = runs.stream()
                            .filter(run -> run.scenario()
                                            .packets()
                                            .network()
                                            .congestion()
                                            .control()
                                    == entry.getKey())
                            .sorted(Comparator.comparingInt(RecordedPacketRun::flows))
                            .toList();
                    String prefix = entry.getValue().getSimpleName() + ".";
                    assertThat(unseen(entry.getValue(), own))
                            .containsExactlyInAnyOrderElementsOf(WITHOUT_EFFECT.keySet().stream()
                                    .filter(change -> change.startsWith(prefix))
                                    .toList());
                }));
    }

    private static List<String> unseen(Class<? extends RateControl> control, List<RecordedPacketRun> runs)
            throws IOException, IllegalAccessException {
        BranchMutants mutants = new BranchMutants(control);
        List<String> unseen = new ArrayList<>();
        List<Mutant> all = mutants.all();
        for (Mutant mutant : all) {
            RateControls mutated = mutated(mutants.define(mutant));
            long seen = runs.stream()
                    .filter(run -> differs(run, mutated))
                    .limit(WANTED)
                    .count();
            if (seen < WANTED) {
                unseen.add(control.getSimpleName() + "." + mutant);
            }
        }
        System.out.println(control.getSimpleName() + ": " + all.size() + " mutants, " + runs.size() + " runs, "
                + unseen.size() + " not seen by two");
        return unseen;
    }

    private static boolean differs(RecordedPacketRun run, RateControls controls) {
        Scenario scenario = run.scenario();
        scenario = scenario.options(scenario.options().limits(SimOptions.Limits.NONE.events(MOST_EVENTS)));
        try {
            return !run.differences(scenario, controls).isEmpty();
        } catch (EtudeException | IndexOutOfBoundsException | ArithmeticException | IllegalArgumentException e) {
            // A run that fails is not the recorded one.
            return true;
        }
    }

    private static RateControls mutated(Class<?> type) {
        return new RateControls() {
            @Override
            public RateControl make(Parts parts) {
                Constructor<?> constructor = type.getDeclaredConstructors()[0];
                Object[] arguments = Stream.of(constructor.getParameterTypes())
                        .map(wanted -> argument(wanted, parts))
                        .toArray();
                try {
                    return (RateControl) constructor.newInstance(arguments);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static Object argument(Class<?> wanted, RateControls.Parts parts) {
        if (wanted == int.class) {
            return parts.payloadBytes();
        }
        if (wanted == long.class) {
            return parts.maxRttNanos();
        }
        if (wanted == IdleTimers.class) {
            return new IdleTimers(parts.queue());
        }
        return Stream.<Object>of(parts.queue(), parts.ports(), parts.pool(), parts.flows(), parts.spec(), parts.nic())
                .filter(wanted::isInstance)
                .findFirst()
                .orElseThrow();
    }
}
