// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.etude.plan.PlanRequest;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.spec.EventFilter;
import org.etude.spec.LlmOption;
import org.etude.spec.TraceConversion;
import org.etude.sweep.CoreShare;
import org.etude.sweep.JobArray;
import org.etude.sweep.PartRunner;
import org.etude.sweep.Shard;
import org.etude.sweep.ShardNumbering;
import org.etude.sweep.ShardedWork;
import org.etude.table.shard.ConvertJob;
import org.etude.table.shard.KernelsJob;
import org.etude.table.shard.PartConversion;
import org.etude.table.shard.PlanWork;
import org.etude.table.shard.ReplayJob;
import org.etude.table.shard.TracesWork;

/**
 * One shard of a command's work, computed by a task of a job array: {@code ShardPart.of(3, 8,
 * Path.of("runs/k")).kernels(...)}. When all shards are present, {@link Shards#merge} restores the files of a single
 * process. Results of items are cached by the content of their inputs below the shared directory, so that a stopped
 * shard resumes. Immutable.
 */
@Internal
public final class ShardPart {
    private final Shard shard;
    private final Path whole;
    private final Progress progress;

    private ShardPart(Shard shard, Path whole, Progress progress) {
        this.shard = shard;
        this.whole = whole;
        this.progress = progress;
    }

    /**
     * A part.
     *
     * @param index number of the shard, from 0
     * @param count number of shards
     * @param out the directory where all parts meet
     * @throws org.etude.sweep.SweepException when there is no such part
     */
    public static ShardPart of(int index, int count, Path out) {
        return new ShardPart(new Shard(index, count), out, Progress.NONE);
    }

    /**
     * The shard of this task of a job array, as determined from the scheduler's environment variables.
     *
     * @param out the directory where all parts meet; the first task notes there how tasks are numbered
     * @param shards number of shards, if the scheduler does not provide it
     * @param firstTask the scheduler's number of shard 0, if the scheduler does not provide it
     * @throws org.etude.sweep.SweepException when this process is not a task of an array, or its shard cannot be
     *     determined
     */
    public static ShardPart ofTask(Path out, OptionalInt shards, OptionalLong firstTask) {
        return new ShardPart(ShardNumbering.shard(out, JobArray.here(), shards, firstTask), out, Progress.NONE);
    }

    /** The same, with progress reports. */
    public ShardPart progress(Progress watcher) {
        return new ShardPart(shard, whole, watcher);
    }

    /**
     * Computes this shard of the kernels of each rank.
     *
     * @param traces directories and files, as to load
     * @param keepTruncated whether the complete records of a truncated file are used
     * @param step the only step to include, if any
     * @param filter the events to include; time filters are not supported for shards
     * @return what was done, a sentence
     * @throws org.etude.trace.model.TraceException when a file is broken
     */
    public String kernels(List<Path> traces, boolean keepTruncated, Optional<Integer> step, EventFilter filter) {
        return made(TracesWork.of(traces, keepTruncated, found -> new KernelsJob(found, step, filter), version()));
    }

    /** Computes this shard of a conversion; errors as of {@link #kernels}. */
    public String convert(TraceConversion conversion) {
        return made(TracesWork.of(
                conversion.paths(),
                conversion.load().keepTruncated(),
                found -> new ConvertJob(PartConversion.of(found, conversion)),
                version()));
    }

    /** Computes this shard of a replay of converted traces; errors as of {@link #kernels}. */
    public String replay(TraceConversion conversion) {
        return made(TracesWork.of(
                conversion.paths(),
                conversion.load().keepTruncated(),
                found -> new ReplayJob(PartConversion.of(found, conversion)),
                version()));
    }

    /**
     * Computes this shard of a plan search.
     *
     * @param options the model, GPUs, batch and everything else that all candidates share
     * @param reserve fraction of the GPU's memory left free, in [0, 1)
     * @param keep number of fastest plans to keep, at least 1
     * @return what was done, a sentence
     * @throws org.etude.plan.PlanException when a number is out of range
     */
    public String plan(Map<LlmOption, String> options, double reserve, int keep) {
        return made(new PlanWork(PlanRequest.of(options, reserve, keep), version()));
    }

    private String made(ShardedWork work) {
        int threads = CoreShare.of(System.getenv(), Runtime.getRuntime().availableProcessors());
        PartRunner.Made made = new PartRunner(work, shard, whole).run(threads, version(), progress);
        return "shard " + shard.index() + " of " + shard.count() + " in " + whole + ": " + made.items() + " of "
                + work.items() + " items, " + made.known() + " known before";
    }

    /** The version that the jar's manifest states. */
    private static String version() {
        String stated = ShardPart.class.getPackage().getImplementationVersion();
        return stated == null ? "" : stated;
    }

    @Override
    public String toString() {
        return "Shard " + shard.index() + " of " + shard.count() + " in " + whole;
    }
}
