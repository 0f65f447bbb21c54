// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.cluster.RemoteTask;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.store.StoredFile;
import org.etude.workload.scale.Scaler;

/** Simulates points of a sweep on another machine. Shared data is opened on first use and kept. */
public final class SweepTask implements RemoteTask {
    static final String OUTCOME = "outcome";

    private final SentSweep sweep;
    private final Map<Integer, EtSet> traces = new ConcurrentHashMap<>();
    private final SoftCache<Integer, EtSet> works = new SoftCache<>();
    private final Map<Integer, Record> parts = new ConcurrentHashMap<>();

    /** Creates the task from the data that points share. */
    public SweepTask(byte[] shared) {
        sweep = StoredFile.of(shared, SentSweep.KIND, SentSweep.class);
    }

    @Override
    public byte[] run(byte[] input) throws Exception {
        ByteBuffer places = ByteBuffer.wrap(input);
        int work = places.getInt();
        SentSweep.Settings settings = part(places.getInt(), SentSweep.Settings.class);
        SentSweep.Fabric fabric = part(places.getInt(), SentSweep.Fabric.class);
        SweepOutcome outcome =
                SweepRunner.outcome(() -> ScenarioRun.outcome(SentSweep.scenario(work(work), settings, fabric)));
        return StoredFile.bytes(OUTCOME, outcome);
    }

    private EtSet work(int place) {
        return works.get(place, () -> made(place));
    }

    private EtSet made(int place) {
        SentSweep.Work work = part(place, SentSweep.Work.class);
        EtSet set =
                traces.computeIfAbsent(work.traces(), n -> sweep.traces().get(n).set());
        return work.scale()
                .map(scale ->
                        Scaler.run(set, work.ranks(), scale, Progress.NONE).set())
                .orElse(set);
    }

    private <T extends Record> T part(int place, Class<T> type) {
        return type.cast(
                parts.computeIfAbsent(place, p -> StoredFile.of(sweep.parts().get(p), SentSweep.PART, type)));
    }
}
