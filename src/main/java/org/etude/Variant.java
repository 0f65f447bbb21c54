// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.function.Consumer;

/** One of the settings that a sweep compares: a factor, its value and the change to the settings. */
record Variant(String factor, String value, Consumer<SimulationSettings> settings) {
    void apply(SimulationSettings to) {
        settings.accept(to);
    }

    @Override
    public String toString() {
        return factor + "=" + value;
    }
}
