// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.ranks;

import java.util.List;
import java.util.Optional;
import org.etude.cluster.RemoteShare;
import org.etude.cluster.RemoteStage;
import org.etude.link.Linker;
import org.etude.link.model.RankLog;
import org.etude.report.Report;
import org.etude.spec.LinkOptions;
import org.etude.store.StoredFile;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/** The loaded files of a rank. Reports their outlines, and receives the offset of its clock. */
final class RankEvents implements RemoteStage {
    static final String OUTLINE = "outline";
    static final String SOURCES = "sources";

    private final int input;
    private final List<LoadedFile> files;

    RankEvents(int input, List<LoadedFile> files) {
        this.input = input;
        this.files = List.copyOf(files);
    }

    /** The files without the data that only their own rank needs. */
    record Outline(List<LoadedFile> files) {}

    /**
     * The rank made from some files.
     *
     * @param host which file of which input is the rank's host trace; input -1 when it has none
     * @param device likewise for its device trace
     * @param offsetNanos offset to rank 0's clock
     */
    record RankSource(int rank, File host, File device, long offsetNanos, List<StepWindow> steps) {
        int input() {
            return device.input >= 0 ? device.input : host.input;
        }
    }

    /** A file, by its input and its index there. */
    record File(int input, int number) {
        static final File NONE = new File(-1, -1);
    }

    /** The ranks of the job. */
    record RankSources(List<RankSource> ranks, Optional<Integer> step, LinkOptions link) {
        byte[] bytes() {
            return StoredFile.bytes(SOURCES, this);
        }

        static RankSources of(byte[] bytes) {
            return StoredFile.of(bytes, SOURCES, RankSources.class);
        }
    }

    @Override
    public byte[] answer() {
        return StoredFile.bytes(
                OUTLINE, new Outline(files.stream().map(LoadedFile::outline).toList()));
    }

    @Override
    public RemoteStage next(RemoteShare shared) {
        RankSources sources = shared.open(RankSources::of);
        for (RankSource source : sources.ranks) {
            if (source.input() == input) {
                return new RankGraph(
                        Optional.of(Linker.rank(trace(source, sources.step), sources.link, new RankLog(source.rank))),
                        Optional.empty());
            }
        }
        return new RankGraph(Optional.empty(), Optional.empty()); // an ignored copy of a rank's files, or another step
    }

    private RankTrace trace(RankSource source, Optional<Integer> step) {
        RankTrace whole = new RankTrace(
                source.rank,
                source.host.input < 0 ? null : files.get(source.host.number).host(),
                source.device.input < 0 ? null : files.get(source.device.number).device(),
                source.offsetNanos,
                source.steps);
        TraceSet alone = new TraceSet("", List.of(whole), 0, Report.empty());
        return step.map(n -> TraceCut.step(alone, n).ranks().get(0)).orElse(whole);
    }
}
