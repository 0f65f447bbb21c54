// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.etude.spec.ScaleSettings;

/** The numbers of ranks to which a sweep scales its workload, none for those of each network, and how it is scaled. */
final class Scale {
    private final List<Integer> ranks;
    private final Consumer<ScaleSettings> settings;

    private Scale(List<Integer> ranks, Consumer<ScaleSettings> settings) {
        this.ranks = ranks;
        this.settings = settings;
    }

    /** Scales to each of these numbers of ranks. */
    static Scale to(int... ranks) {
        return new Scale(Arrays.stream(ranks).boxed().toList(), s -> {});
    }

    /** The same options for other numbers of ranks. */
    Scale ranks(int... others) {
        return new Scale(Arrays.stream(others).boxed().toList(), settings);
    }

    /** The same, scaled with more options. */
    Scale with(Consumer<ScaleSettings> options) {
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
}
