// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.et.wire.EtDigest;
import org.etude.sweep.BuildStamp;

/** The workload of a sweep at each number of ranks. Points share its name by content, which takes reading all of it. */
final class SweepJobs {
    private final Workload work;
    private final Optional<Scale> scale;
    private final String build = BuildStamp.of(CalibratedRuns.version());
    private final Map<Integer, String> digests = new ConcurrentHashMap<>();

    SweepJobs(Workload work, Optional<Scale> scale) {
        this.work = work;
        this.scale = scale;
    }

    /** The workload at a number of ranks; as it is when it has them and nothing else is asked for. */
    Workload at(int ranks) {
        boolean fits = work.set().ranks().size() == ranks;
        return scale.isPresent() || !fits ? scale.orElse(Scale.to()).apply(work, ranks) : work;
    }

    /** Names a run of {@code job}, which is {@link #at} of some number of ranks. */
    String key(Workload job, SimulationSetup setup) {
        int ranks = job.set().ranks().size();
        String traces = digests.computeIfAbsent(
                ranks, n -> EtDigest.of(job.set().ranks(), job.set().groups()));
        return setup.key(traces, build);
    }
}
