// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.etude.spec.ScaleSettings;

/** The numbers of ranks to which a sweep scales its workload, none for those of each network, and how it is scaled. */
final class Scale {
    /** Neither ranks nor options are given: only a workload that does not fit its network is scaled. */
    static final Scale NONE = new Scale(List.of(), s -> {}, false);

    private final List<Integer> ranks;
    private final Consumer<ScaleSettings> settings;
    private final boolean given;

    private Scale(List<Integer> ranks, Consumer<ScaleSettings> settings, boolean given) {
        this.ranks = ranks;
        this.settings = settings;
        this.given = given;
    }

    /** The same options for other numbers of ranks. */
    Scale ranks(int... others) {
        return new Scale(Arrays.stream(others).boxed().toList(), settings, true);
    }

    /** The same, scaled with more options. */
    Scale with(Consumer<ScaleSettings> options) {
        return new Scale(ranks, settings.andThen(options), true);
    }

    /** Whether ranks or options are given. */
    boolean isGiven() {
        return given;
    }

    /** The numbers of ranks to simulate; this one when none are given. */
    List<Integer> ranksOr(int otherwise) {
        return ranks.isEmpty() ? List.of(otherwise) : ranks;
    }

    /** Whether a workload of some ranks is scaled for a run with this many. */
    boolean changes(int own, int count) {
        return given || own != count;
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
