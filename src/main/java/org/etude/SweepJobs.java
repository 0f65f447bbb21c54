// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.et.wire.EtDigest;
import org.etude.spec.ScaleSettings;
import org.etude.sweep.BuildStamp;
import org.etude.sweep.ScenarioRun;
import org.etude.sweep.SoftCache;

/**
 * A sweep's workload at each number of ranks. Its content hash, which requires reading all of it, is computed once for
 * all points.
 */
final class SweepJobs {
    private final Workload work;
    private final Scale scale;
    private final String build = BuildStamp.of(CalibratedRuns.version());
    /** Points at the same number of ranks share the traces; released when memory is short. */
    private final SoftCache<Integer, Workload> scaled = new SoftCache<>();

    private final Map<Integer, String> digests = new ConcurrentHashMap<>();

    SweepJobs(Workload work, Scale scale) {
        this.work = work;
        this.scale = scale;
    }

    /**
     * The workload scaled to a number of ranks; unchanged when it already has that number and no other scaling option
     * is set.
     */
    Workload at(int ranks) {
        return scaled.get(ranks, () -> scales(ranks) ? scale.apply(work, ranks) : work);
    }

    private boolean scales(int ranks) {
        return scale.changes(work.set().ranks().size(), ranks);
    }

    /** A run of {@code job}, a result of {@link #at}. */
    ScenarioRun run(Workload job, SimulationSetup setup) {
        Optional<ScaleSettings> settings =
                scales(job.set().ranks().size()) ? Optional.of(scale.settings()) : Optional.empty();
        return new ScenarioRun(work.set(), settings, setup.scenario());
    }

    /** The cache key of a run of {@code job}, a result of {@link #at}. */
    String key(Workload job, SimulationSetup setup) {
        int ranks = job.set().ranks().size();
        String traces = digests.computeIfAbsent(
                ranks, n -> EtDigest.of(job.set().ranks(), job.set().groups()));
        return setup.key(traces, build);
    }
}
