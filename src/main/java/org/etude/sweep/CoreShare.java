// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.List;
import java.util.Map;

/**
 * The number of cores that a scheduler assigned to a process. The JVM already respects cgroups and CPU binding; this
 * class also reads the scheduler's environment variables.
 */
public final class CoreShare {
    private static final List<String> VARIABLES =
            List.of("SLURM_CPUS_PER_TASK", "NSLOTS", "PBS_NCPUS", "NCPUS", "LSB_DJOB_NUMPROC");

    private CoreShare() {}

    /** The number of cores stated in the environment, between one and those available. */
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
