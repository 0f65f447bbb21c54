// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.analysis.recorded.FilteredTraces;
import org.etude.analysis.recorded.KernelUse;
import org.etude.analysis.recorded.KernelUses;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.EventFilter;
import org.etude.sweep.ShardMerge;
import org.etude.sweep.SweepException;
import org.etude.table.recorded.KernelsTable;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.load.FoundTraces;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/**
 * Kernel times in parts: a rank's part is its rows, without its events.
 *
 * @param found the files
 * @param step the only step to include, if any
 * @param filter the events to include
 */
public record KernelsJob(FoundTraces found, Optional<Integer> step, EventFilter filter) implements TracesJob {
    /** Rejects time filters, which count from the first event of any rank. */
    public KernelsJob {
        if (filter.from() != null || filter.to() != null) {
            throw new SweepException(
                    "a shard cannot filter by time: --from and --to count from the first event of any rank",
                    "Leave them out and name a step (--step), or ask one process.");
        }
    }

    @Override
    public String verb() {
        return "kernels";
    }

    @Override
    public boolean joinsSome() {
        return true;
    }

    @Override
    public String settings() {
        return step + "|" + filter;
    }

    @Override
    public String kind() {
        return verb();
    }

    @Override
    public String ofItems() {
        return step + "|" + filter.streams() + "|" + filter.name();
    }

    @Override
    public Record part(List<LoadedFile> files, List<String> digests) {
        return new RankPart(files.stream().map(this::part).toList());
    }

    private Record part(LoadedFile file) {
        if (file.device() == null) {
            return new KernelsPart(file.head(), List.of(), List.of(), 0, 0);
        }
        List<StepWindow> steps = StepFinder.find(file.device());
        TraceSet traces = alone(new RankTrace(0, null, file.device(), 0, steps));
        if (step.isPresent()) {
            if (steps.stream().noneMatch(one -> one.number() == step.get())) {
                return new KernelsPart(file.head(), steps, List.of(), 0, 0);
            }
            traces = TraceCut.step(traces, step.get());
        }
        int events = size(traces);
        if (isFiltered()) {
            traces = FilteredTraces.some(
                    traces, new EventFilter(List.of(), filter.streams(), filter.name(), null, null));
        }
        return new KernelsPart(file.head(), steps, KernelUses.of(traces), events, size(traces));
    }

    private boolean isFiltered() {
        return !filter.equals(EventFilter.all());
    }

    private static TraceSet alone(RankTrace rank) {
        return new TraceSet("", List.of(rank), 1, Report.empty());
    }

    private static int size(TraceSet one) {
        return one.ranks().get(0).device().size();
    }

    @Override
    public JoinedWork join(ShardMerge shards, Progress progress) {
        List<KernelsPart> parts = RankPart.all(shards, KernelsPart.class);
        Map<DeviceTrace, KernelsPart> byTrace = new IdentityHashMap<>();
        parts.forEach(part -> byTrace.put(part.head().device(), part));
        TraceSet heads = TraceLoader.assemble(
                found, parts.stream().map(KernelsPart::head).toList());
        TraceSet cut = step.isPresent() ? TraceCut.step(withSteps(heads, byTrace), step.get()) : heads;
        List<KernelUse> uses = new ArrayList<>();
        long events = 0;
        long left = 0;
        for (RankTrace rank : heads.ranks()) {
            KernelsPart part = byTrace.get(rank.device());
            if (part != null) {
                events += part.events();
                if (filter.ranks().isEmpty() || filter.ranks().contains(rank.rank())) {
                    left += part.left();
                    part.uses().forEach(use -> uses.add(use.ofRank(rank.rank())));
                }
            }
        }
        if (isFiltered() && left == 0) {
            throw FilteredTraces.nothing(cut, events);
        }
        return JoinedWork.of(List.of(KernelsTable.of(uses)));
    }

    private static TraceSet withSteps(TraceSet heads, Map<DeviceTrace, KernelsPart> byTrace) {
        List<RankTrace> ranks = heads.ranks().stream()
                .map(rank -> new RankTrace(
                        rank.rank(),
                        rank.host(),
                        rank.device(),
                        0,
                        rank.device() == null
                                ? List.of()
                                : byTrace.get(rank.device()).steps()))
                .toList();
        return new TraceSet(heads.source(), ranks, heads.worldSize(), heads.report());
    }
}
