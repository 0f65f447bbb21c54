// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.Map;

/**
 * The cores that a scheduler gave to a process. Where it uses cgroups or binds processes, the JVM sees them already; where it
 * only says so, this listens.
 */
public final class CoreShare {
    private static final List<String> VARIABLES =
            List.of("SLURM_CPUS_PER_TASK", "NSLOTS", "PBS_NCPUS", "NCPUS", "LSB_DJOB_NUMPROC");

    private CoreShare() {}

    /** Of these cores, as many as the environment says, at least one. */
    public static int of(Map<String, String> environment, int available) {
        return VARIABLES.stream()
                .map(variable -> environment.getOrDefault(variable, ""))
                .filter(value -> value.matches("[1-9]\\d{0,5}"))
                .mapToInt(Integer::parseInt)
                .map(cores -> Math.min(cores, available))
                .findFirst()
                .orElse(available);
    }
}
