// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.checkpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.report.IoReason;
import org.etude.sim.engine.Engine;
import org.etude.spec.SimulationException;
import org.etude.store.StoreException;
import org.etude.store.StoredFile;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Saves a run now and then, and goes on from what was saved. A job may be simulated in several ways one after the other, of which the
 * first that proves right counts (reduced by symmetry, then rank by rank); a checkpoint is of one of these attempts.
 */
public final class RunCheckpoint {
    /** Attempts to simulate rank 0 for all, then one of several equal ranks, then every rank by itself. */
    public static final int RANK_ZERO = 0;

    /** The first of those for equal ranks; the next ones follow. */
    public static final int EQUIVALENT = 1;

    public static final int WHOLE = 1000;

    private static final String KIND = "checkpoint";
    private static final long PS_PER_NS = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final RunCheckpoint NONE = new RunCheckpoint(null, null, "");

    private final CheckpointPlan plan;
    private final CheckpointHead found;
    private final String build;
    private final StateTypes types = new StateTypes();
    private Engine engine;
    private BuiltObjects built;
    private int attempt;
    private String refused;
    private long savedAt;

    private RunCheckpoint(CheckpointPlan plan, CheckpointHead found, String build) {
        this.plan = plan;
        this.found = found;
        this.build = build;
    }

    /** Of a run that is not saved. */
    public static RunCheckpoint none() {
        return NONE;
    }

    /**
     * Of a run that is saved, and goes on from its file when that is there.
     *
     * @throws SimulationException when the file is of another job, of other settings or of another build of Etude
     * @throws StoreException when the file is no checkpoint, truncated or damaged
     */
    public static RunCheckpoint of(CheckpointPlan plan) {
        String build = EngineBuild.name();
        if (!Files.exists(plan.file())) {
            return new RunCheckpoint(plan, null, build);
        }
        CheckpointHead head = StoredFile.read(plan.file(), KIND, CheckpointHead.class, RunCheckpoint::drain);
        require(head.job(), plan.job(), plan.file(), "another job: other traces or groups");
        require(
                head.settings(),
                plan.settings(),
                plan.file(),
                "the same job with another system, network or other settings");
        require(head.build(), build, plan.file(), "a run by another build of Etude");
        return new RunCheckpoint(plan, head, build);
    }

    private static void require(String saved, String now, Path file, String what) {
        if (!saved.equals(now)) {
            throw new SimulationException(
                    file + ": is the checkpoint of " + what,
                    "Go on with what it was made with, or give another file, or delete it to begin anew.");
        }
    }

    /** Everything is read once before anything is believed: the check sum is at the end. */
    private static void drain(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether an attempt was over when the run was saved, in vain. */
    public boolean isPast(int number) {
        return found != null && number < found.attempt();
    }

    /** Why the attempts before the one that was saved were in vain. */
    public String refused() {
        return found.refused();
    }

    /**
     * An engine for an attempt was built and has not run.
     *
     * @param because why the attempts before were in vain
     */
    public void built(Engine with, int number, String because) {
        if (plan != null) {
            engine = with;
            attempt = number;
            refused = because;
            built = BuiltObjects.of(with, types);
            savedAt = System.nanoTime();
        }
    }

    /** Begins the run, or lays what was saved over the engine. */
    public void begin(Engine with) {
        if (found == null || found.attempt() != attempt) {
            with.begin();
            return;
        }
        if (found.objects() != built.print()) {
            throw new SimulationException(
                    plan.file() + ": does not fit the engine that was built for the same job",
                    "Delete the file to begin anew; please report this with the command.");
        }
        StoredFile.read(plan.file(), KIND, CheckpointHead.class, this::restore);
        plan.told().accept("goes on from " + plan.file() + ": " + place());
    }

    private void restore(InputStream in) {
        try {
            new StateInput(new DataInputStream(in), types, built.all()).contents();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Events from one {@link #look} to the next. */
    public int looks() {
        return plan == null ? CheckpointPlan.LOOKS : plan.looks();
    }

    /** Saves when it is time to; call it between two ticks. */
    public void look(long now) {
        if (plan != null && now - savedAt >= plan.everyNanos()) {
            save();
            savedAt = System.nanoTime();
        }
    }

    /** Saves a run that ends early; call it between two ticks. What was saved before stays when it cannot be written. */
    public void stop() {
        if (plan == null) {
            return;
        }
        // A channel cannot be written to by a thread that is interrupted.
        boolean interrupted = Thread.interrupted();
        String failed = save();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failed.isEmpty()) {
            engine.findings.info(
                    "the run was saved to " + plan.file(),
                    "it was stopped before its end",
                    "the same run with this checkpoint goes on from there");
        } else {
            engine.findings.warn(-1, "", "the run was not saved", failed, "what was saved before stays");
        }
    }

    /** Saves; why not, or "". */
    private String save() {
        long begun = System.nanoTime();
        CheckpointHead head = new CheckpointHead(
                build,
                plan.job(),
                plan.settings(),
                attempt,
                refused,
                built.print(),
                engine.queue.now(),
                engine.work.nodesDone());
        try {
            StoredFile.writeQuickly(plan.file(), KIND, head, this::write);
            long bytes = Files.size(plan.file());
            plan.told()
                    .accept(String.format(
                            Locale.ROOT,
                            "saved to %s: %s; %s in %.1f s",
                            plan.file(),
                            place(),
                            new Bytes(bytes),
                            (System.nanoTime() - begun) / NANOS_PER_SECOND));
            return "";
        } catch (StoreException e) {
            plan.told().accept(e.getMessage());
            return e.getMessage();
        } catch (IOException e) {
            return IoReason.of(e);
        }
    }

    private void write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        new StateOutput(data, types, built.numbers()).contents(built.all());
        data.flush();
    }

    private String place() {
        return String.format(
                Locale.ROOT,
                "%s simulated, %,d of %,d nodes",
                new Time(engine.queue.now() * PS_PER_NS),
                engine.work.nodesDone(),
                engine.work.nodes());
    }

    /** The run has come to its end: nothing is left to go on with, unless the plan keeps it until the result is saved. */
    public void done() {
        if (plan == null || plan.kept() || !Files.exists(plan.file())) {
            return;
        }
        try {
            Files.deleteIfExists(plan.file());
        } catch (IOException e) {
            plan.told().accept(plan.file() + ": cannot be removed: " + IoReason.of(e));
        }
    }
}
