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
 * Saves a run periodically and resumes it from a saved state. A job may be simulated by several attempts in turn, the
 * first successful of which counts (reduced by symmetry, then rank by rank); a checkpoint belongs to one attempt.
 */
public final class RunCheckpoint {
    /** Attempts: simulate rank 0 for all, then one of several equivalent ranks, then every rank. */
    public static final int RANK_ZERO = 0;

    /** The first attempt with equivalent ranks; more may follow. */
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

    /** For a run that is not saved. */
    public static RunCheckpoint none() {
        return NONE;
    }

    /** Whether the run is saved. */
    public boolean isActive() {
        return plan != null;
    }

    /**
     * For a run that is saved, and resumed if its file exists.
     *
     * @throws SimulationException when the file belongs to another job, other settings or another build of Etude
     * @throws StoreException when the file is not a checkpoint, truncated or damaged
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
                    "Resume with the inputs it was made with, give another file, or delete it to start again.");
        }
    }

    /** Reads everything before anything is used: the checksum is at the end. */
    private static void drain(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether an attempt had already failed when the run was saved. */
    public boolean isPast(int number) {
        return found != null && number < found.attempt();
    }

    /** Why the attempts before the saved one failed. */
    public String refused() {
        return found.refused();
    }

    /**
     * Called when an engine for an attempt is built and has not run.
     *
     * @param because why the attempts before failed
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

    /** Starts the run, or restores the saved state into the engine. */
    public void begin(Engine with) {
        if (found == null || found.attempt() != attempt) {
            with.begin();
            return;
        }
        if (found.objects() != built.print()) {
            throw new SimulationException(
                    plan.file() + ": does not fit the engine that was built for the same job",
                    "Delete the file to start again; please report this with the command.");
        }
        StoredFile.read(plan.file(), KIND, CheckpointHead.class, this::restore);
        plan.log().accept("resumes from " + plan.file() + ": " + place());
    }

    private void restore(InputStream in) {
        try {
            new StateInput(new DataInputStream(in), types, built.all()).contents();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of events between calls of {@link #look}. */
    public int looks() {
        return plan == null ? CheckpointPlan.LOOKS : plan.looks();
    }

    /** Saves when it is due; call it between two ticks. */
    public void look(long now) {
        if (plan != null && now - savedAt >= plan.everyNanos()) {
            save();
            savedAt = System.nanoTime();
        }
    }

    /** Saves a run that ends early; call it between two ticks. If this fails, the previous save remains. */
    public void stop() {
        if (plan == null) {
            return;
        }
        // A channel cannot be written by an interrupted thread.
        boolean interrupted = Thread.interrupted();
        String failed = save();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failed.isEmpty()) {
            engine.findings.info(
                    "the run was saved to " + plan.file(),
                    "it was stopped before its end",
                    "the same run with this checkpoint resumes from there");
        } else {
            engine.findings.warn(-1, "", "the run was not saved", failed, "the previous save remains");
        }
    }

    /** Saves; returns why it failed, or "". */
    private String save() {
        long begun = System.nanoTime();
        engine.network.beforeSave();
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
            plan.log()
                    .accept(String.format(
                            Locale.ROOT,
                            "saved to %s: %s; %s in %.1f s",
                            plan.file(),
                            place(),
                            new Bytes(bytes),
                            (System.nanoTime() - begun) / NANOS_PER_SECOND));
            return "";
        } catch (StoreException e) {
            plan.log().accept(e.getMessage());
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

    /** Called when the run has ended: removes the file, unless the plan keeps it until the result is saved. */
    public void done() {
        if (plan == null || plan.kept() || !Files.exists(plan.file())) {
            return;
        }
        try {
            Files.deleteIfExists(plan.file());
        } catch (IOException e) {
            plan.log().accept(plan.file() + ": cannot be removed: " + IoReason.of(e));
        }
    }
}
