// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.etude.spec.ScaleSettings;

/** The numbers of ranks to which a sweep scales its workload: {@code Scale.to(2, 16, 128)}. */
public final class Scale {
    private final List<Integer> ranks;
    private final Consumer<ScaleSettings> settings;

    private Scale(List<Integer> ranks, Consumer<ScaleSettings> settings) {
        this.ranks = ranks;
        this.settings = settings;
    }

    /** Scales to each of these numbers of ranks. */
    public static Scale to(int... ranks) {
        return new Scale(Arrays.stream(ranks).boxed().toList(), s -> {});
    }

    /** The same, scaled with options: {@code Scale.to(128).with(s -> s.sizes(WIRE))}. */
    public Scale with(Consumer<ScaleSettings> options) {
        return new Scale(ranks, settings.andThen(options));
    }

    List<Integer> ranks() {
        return ranks;
    }

    /** The resulting options. */
    ScaleSettings settings() {
        ScaleSettings all = new ScaleSettings();
        settings.accept(all);
        return all;
    }

    Workload apply(Workload work, int count) {
        return work.scaleTo(count, settings);
    }

    @Override
    public String toString() {
        return "Scale to " + ranks.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " ranks";
    }
}
