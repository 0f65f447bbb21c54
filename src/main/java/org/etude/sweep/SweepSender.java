// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.etude.cluster.ClusterException;
import org.etude.et.wire.EtSet;
import org.etude.store.StoredFile;

/** Collects the data that the runs of a sweep share, without duplicates. Thread-safe. */
final class SweepSender {
    private final Map<EtSet, Integer> numbers = new IdentityHashMap<>();
    private final List<SentSweep.Traces> traces = new ArrayList<>();
    private final Map<ByteBuffer, Integer> places = new HashMap<>();
    private final List<byte[]> parts = new ArrayList<>();

    /**
     * Adds a run.
     *
     * @return the input of its task
     * @throws ClusterException when a setting is user code that other machines lack
     */
    byte[] add(ScenarioRun run) {
        try {
            SentSweep.Work work = new SentSweep.Work(
                    number(run.traces()), run.scenario().ranks().size(), run.scale());
            return ByteBuffer.allocate(3 * Integer.BYTES)
                    .putInt(place(StoredFile.bytes(SentSweep.PART, work)))
                    .putInt(place(StoredFile.bytes(SentSweep.PART, SentSweep.settings(run.scenario()))))
                    .putInt(place(StoredFile.bytes(SentSweep.PART, SentSweep.fabric(run.scenario()))))
                    .array();
        } catch (IllegalArgumentException e) {
            throw new ClusterException(
                    "a setting of this sweep cannot be sent to other machines: " + e.getMessage(),
                    "Run it here, without on(...).",
                    e);
        }
    }

    private synchronized int number(EtSet set) {
        return numbers.computeIfAbsent(set, s -> {
            traces.add(SentSweep.Traces.of(s));
            return traces.size() - 1;
        });
    }

    private synchronized int place(byte[] part) {
        return places.computeIfAbsent(ByteBuffer.wrap(part), p -> {
            parts.add(part);
            return parts.size() - 1;
        });
    }

    /** The data that all runs share. */
    synchronized byte[] shared() {
        return StoredFile.bytes(SentSweep.KIND, new SentSweep(traces, parts));
    }
}
