// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.etude.plan.PlanRequest;
import org.etude.report.Inside;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.EventFilter;
import org.etude.spec.LinkOptions;
import org.etude.spec.LlmOption;
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
 * One part of a verb's work, made by a task of a job array: {@code ShardPart.of(3, 8, Path.of("runs/k")).kernels(...)}. When all parts
 * are there, {@link Shards#merge} gives the files of one process. What an item gave is kept by the content of its inputs below the
 * directory where parts meet, so that a part that was stopped goes on where it was. Immutable.
 */
@Inside
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
     * @param index which part, from 0
     * @param count number of parts
     * @param out the directory where all parts meet
     * @throws org.etude.sweep.SweepException when there is no such part
     */
    public static ShardPart of(int index, int count, Path out) {
        return new ShardPart(new Shard(index, count), out, Progress.NONE);
    }

    /**
     * The part that this process is to make as a task of a job array, by the environment that its scheduler gave it.
     *
     * @param out the directory where all parts meet; the first task notes there how tasks are numbered
     * @param shards number of parts, where the scheduler does not tell it
     * @param firstTask the scheduler's number of part 0, where it does not tell it
     * @throws org.etude.sweep.SweepException when this is no task of an array, or which part it is cannot be told
     */
    public static ShardPart ofTask(Path out, OptionalInt shards, OptionalLong firstTask) {
        return new ShardPart(ShardNumbering.shard(out, JobArray.here(), shards, firstTask), out, Progress.NONE);
    }

    /** The same, with progress reports. */
    public ShardPart progress(Progress watcher) {
        return new ShardPart(shard, whole, watcher);
    }

    /**
     * This part of what each rank ran.
     *
     * @param traces directories and files, as to load
     * @param keepTruncated whether the complete records of a file that ends in the middle are used
     * @param step the only step to look at, if any
     * @param filter the part of the events to look at; times cannot be told in parts
     * @return what was done, a sentence
     * @throws org.etude.trace.model.TraceException when a file is broken
     */
    public String kernels(List<Path> traces, boolean keepTruncated, Optional<Integer> step, EventFilter filter) {
        return made(TracesWork.of(traces, keepTruncated, found -> new KernelsJob(found, step, filter), version()));
    }

    /** This part of a conversion; parameters and errors as of {@link #kernels}. */
    public String convert(
            List<Path> traces,
            boolean keepTruncated,
            Optional<Integer> step,
            LinkOptions link,
            ConvertOptions convert) {
        return made(TracesWork.of(
                traces,
                keepTruncated,
                found -> new ConvertJob(new PartConversion(found, keepTruncated, step, link, convert)),
                version()));
    }

    /** This part of a replay; parameters and errors as of {@link #kernels}. */
    public String replay(List<Path> traces, boolean keepTruncated, Optional<Integer> step, LinkOptions link) {
        return made(TracesWork.of(
                traces,
                keepTruncated,
                found -> new ReplayJob(new PartConversion(found, keepTruncated, step, link, ConvertOptions.defaults())),
                version()));
    }

    /**
     * This part of a search of splits.
     *
     * @param options the model, the GPUs, the batch, and whatever is the same for every candidate
     * @param reserve share of the GPU's memory that is left free, 0 to below 1
     * @param keep how many of the fastest plans are kept, 1 or more
     * @return what was done, a sentence
     * @throws org.etude.plan.PlanException when a number makes no sense
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

    /** The version as the jar states it. */
    private static String version() {
        String stated = ShardPart.class.getPackage().getImplementationVersion();
        return stated == null ? "" : stated;
    }

    @Override
    public String toString() {
        return "Shard " + shard.index() + " of " + shard.count() + " in " + whole;
    }
}
