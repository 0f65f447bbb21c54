// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;
import org.etude.number.IntRuns;

/**
 * A process group as PyTorch names it.
 *
 * @param name pg_name, not always a number
 * @param description pg_desc, may be empty
 * @param backend backend_config, may be empty
 * @param size number of ranks, -1 when absent
 * @param ranks global ranks in order; empty means all
 */
public record ProcessGroup(String name, String description, String backend, int size, List<Integer> ranks) {
    /** Copies the list. */
    public ProcessGroup {
        ranks = IntRuns.copyOf(ranks);
    }
}
