// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.etude.report.EtudeException;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.SavedRun;
import org.etude.sim.Simulator;
import org.etude.sim.result.SavedResult;
import org.etude.sim.spec.Scenario;
import org.etude.store.StoredFile;

/** Runs that lose their machine right after they were saved, again and again, and are resumed with new objects. */
public final class Preemptions {
    private static final int MOST = 6;

    /** The machine is gone. */
    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Preemptions() {}

    /** The whole result of a run. */
    private static byte[] outcome(Scenario scenario, RunCheckpoint checkpoint) {
        if (scenario.isPacketByPacket()) {
            PacketResult packets = PacketSimulation.run(scenario, checkpoint);
            return StoredFile.bytes("run", SavedRun.of(packets.simulation(), Optional.of(packets)));
        }
        return StoredFile.bytes("result", SavedResult.of(Simulator.run(scenario, checkpoint)));
    }

    private static Object outcomeOrError(Scenario scenario, RunCheckpoint checkpoint) {
        try {
            return outcome(scenario, checkpoint);
        } catch (EtudeException e) {
            return e.getMessage();
        }
    }

    /**
     * Requires that a run that is preempted at random events has the result of an uninterrupted one.
     *
     * @param scenarios makes the scenario anew each time, as another process would
     * @return how often it was preempted
     */
    public static int check(Supplier<Scenario> scenarios, Random random) {
        return check(scenarios, 1 << random.nextInt(12), random);
    }

    /**
     * The same of a small job, which must be preempted at least once.
     *
     * @param most events from one preemption to the next, at most
     */
    public static void checkSmall(Supplier<Scenario> scenarios, int most) {
        assertThat(check(scenarios, most, new Random(most))).isPositive();
    }

    private static int check(Supplier<Scenario> scenarios, int most, Random random) {
        Object whole = outcomeOrError(scenarios.get(), RunCheckpoint.none());
        Path directory = temporary();
        Path file = directory.resolve("run.checkpoint");
        int preempted = 0;
        Object outcome = null;
        while (outcome == null) {
            boolean last = preempted == MOST;
            int looks = last ? 1 << 20 : 1 + random.nextInt(most);
            CheckpointPlan plan = new CheckpointPlan(file, 0, looks, "job", "settings", false, what -> {
                if (what.startsWith("saved") && !last) {
                    throw new Gone();
                }
            });
            try {
                outcome = outcomeOrError(scenarios.get(), RunCheckpoint.of(plan));
            } catch (Gone e) {
                preempted++;
            }
        }
        assertThat(outcome).isEqualTo(whole);
        delete(file, outcome instanceof byte[]);
        return preempted;
    }

    private static void delete(Path file, boolean complete) {
        try {
            assertThat(Files.exists(file) && complete).isFalse();
            Files.deleteIfExists(file);
            Files.delete(file.getParent());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("etude-checkpoint-");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
