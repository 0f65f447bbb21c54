// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.wire.EtDigest;
import org.etude.report.Finding;
import org.etude.report.Sha256;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;

/**
 * Computes the cache key of a run from everything that its outcome depends on: the traces' content, every setting, the
 * network, and the version of Etude. Settings are records whose components are all included, so a new setting changes
 * the key automatically.
 */
public final class RunKey {
    private final StringBuilder text = new StringBuilder();

    private RunKey() {}

    /**
     * The key of a run.
     *
     * @param traces {@link EtDigest} of the scenario's traces and groups
     * @param version version of Etude
     */
    public static String of(Scenario scenario, String traces, String version) {
        RunKey key = new RunKey();
        key.add(traces);
        key.add(version);
        key.add(scenario.system());
        key.add(scenario.topology());
        key.add(scenario.memory());
        key.add(scenario.directory().toString());
        key.options(scenario.options());
        if (scenario.isPacketByPacket()) {
            key.add(scenario.packets().network());
            key.add(scenario.packets().physical());
        }
        return Sha256.hex(key.text.toString());
    }

    /** Only options that change the outcome; not progress, recording and limits. */
    private void options(SimOptions o) {
        add(o.fidelity());
        add(o.compat());
        add(o.wholeMicros());
        add(o.stallFree());
        add(o.queuesPerDim());
        add(o.injectionScale());
        add(o.rendezvous());
        add(o.everyDim());
        add(o.perGroup());
        add(o.hierarchical());
        o.times().ifPresent(times -> add(times.digest()));
    }

    private void add(Object value) {
        if (value instanceof Finding) {
            return;
        }
        if (value instanceof Record record) {
            record(record);
        } else if (value instanceof Map<?, ?> map) {
            // The iteration order of the JDK's maps differs from run to run.
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((k, v) -> sorted.put(String.valueOf(k), v));
            sorted.forEach((k, v) -> {
                text.append(k).append('=');
                add(v);
            });
        } else if (value instanceof Set<?> set) {
            Set<String> sorted = new TreeSet<>();
            set.forEach(v -> sorted.add(String.valueOf(v)));
            sorted.forEach(this::add);
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            list.forEach(this::add);
            text.append(']');
        } else if (value instanceof Optional<?> optional) {
            text.append('?');
            optional.ifPresent(this::add);
        } else {
            text.append(value).append(';');
        }
    }

    private void record(Record record) {
        text.append(record.getClass().getSimpleName()).append('(');
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            text.append(component.getName()).append(':');
            try {
                component.getAccessor().setAccessible(true);
                add(component.getAccessor().invoke(record));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(component + " of " + record.getClass(), e);
            }
        }
        text.append(')');
    }
}
