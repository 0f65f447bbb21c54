// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.et.wire.EtDigest;
import org.etude.sweep.BuildStamp;
import org.etude.sweep.ScenarioRun;
import org.etude.sweep.SoftCache;

/** The workload of a sweep at each number of ranks. Points share its name by content, which takes reading all of it. */
final class SweepJobs {
    private final Workload work;
    private final Optional<Scale> scale;
    private final String build = BuildStamp.of(CalibratedRuns.version());
    /** Points at the same number of ranks share the traces; let go when memory is short. */
    private final SoftCache<Integer, Workload> scaled = new SoftCache<>();

    private final Map<Integer, String> digests = new ConcurrentHashMap<>();

    SweepJobs(Workload work, Optional<Scale> scale) {
        this.work = work;
        this.scale = scale;
    }

    /** The workload at a number of ranks; as it is when it has them and nothing else is asked for. */
    Workload at(int ranks) {
        return scaled.get(
                ranks, () -> scaling(ranks).map(s -> s.apply(work, ranks)).orElse(work));
    }

    private Optional<Scale> scaling(int ranks) {
        boolean fits = work.set().ranks().size() == ranks;
        return fits ? scale : Optional.of(scale.orElse(Scale.to()));
    }

    /** A run of {@code job}, which is {@link #at} of some number of ranks. */
    ScenarioRun run(Workload job, SimulationSetup setup) {
        return new ScenarioRun(work.set(), scaling(job.set().ranks().size()).map(Scale::settings), setup.scenario());
    }

    /** Names a run of {@code job}, which is {@link #at} of some number of ranks. */
    String key(Workload job, SimulationSetup setup) {
        int ranks = job.set().ranks().size();
        String traces = digests.computeIfAbsent(
                ranks, n -> EtDigest.of(job.set().ranks(), job.set().groups()));
        return setup.key(traces, build);
    }
}
