// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.etude.spec.AlgorithmSpec;

/** One of the settings that a sweep compares: a factor, its value and the change to the settings. */
public final class Variant {
    private final String factor;
    private final String value;
    private final Consumer<SimulationSettings> settings;

    private Variant(String factor, String value, Consumer<SimulationSettings> settings) {
        this.factor = factor;
        this.value = value;
        this.settings = settings;
    }

    /** {@code Variant.of("splits", "4", s -> s.splits(4))}. */
    public static Variant of(String factor, String value, Consumer<SimulationSettings> settings) {
        return new Variant(factor, value, settings);
    }

    /** All-reduces with these algorithms, one per dimension or one for all. */
    public static Variant allReduce(AlgorithmSpec... byDim) {
        String name = Arrays.stream(byDim).map(AlgorithmSpec::wireName).collect(Collectors.joining("/"));
        return of("allreduce", name, s -> s.allReduce(byDim));
    }

    String factor() {
        return factor;
    }

    String value() {
        return value;
    }

    void apply(SimulationSettings to) {
        settings.accept(to);
    }

    @Override
    public String toString() {
        return factor + "=" + value;
    }
}
