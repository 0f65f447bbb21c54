// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.List;
import org.etude.sim.collective.PipelineDepth;
import org.etude.sim.collective.StreamNumbers;
import org.etude.sim.event.Transport;
import org.etude.sim.spec.Scenario;

/**
 * Checks whether the chunks of a rank's collectives have distinct tags. Tags start at the group's number times a
 * million and wrap around, so two groups of a large job may share tags. Which messages match would then depend on the
 * groups' numbers.
 */
final class StreamTags {
    private final Scenario scenario;
    private long collectives;
    private long lowest = Long.MAX_VALUE;
    private long highest = Long.MIN_VALUE;

    StreamTags(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The rank performs a collective. */
    void collective() {
        collectives++;
    }

    /** The rank sends or receives a message with a tag. */
    void message(long tag) {
        int reduced = (int) (tag % Transport.TAG_RANGE);
        lowest = Math.min(lowest, reduced);
        highest = Math.max(highest, reduced);
    }

    /**
     * Whether no two of the groups share tags with each other or with messages.
     *
     * @param places the numbers of the rank's groups, at each position of its cycle
     */
    boolean apart(List<int[]> places) {
        // Rounding down may double the number of chunks, and each chunk has at most a scatter and a gather.
        int pipelined = scenario.isPipelined() ? PipelineDepth.MOST : 1;
        long most = collectives * 4 * Math.max(pipelined, scenario.system().splits());
        if (most >= StreamNumbers.GROUP_IDS) {
            return false;
        }
        for (int[] groups : places) {
            for (int i = 0; i < groups.length; i++) {
                int first = groups[i] * StreamNumbers.GROUP_IDS;
                long tag = Transport.TAG_RANGE + first % Transport.TAG_RANGE;
                boolean meets = lowest <= tag + most && tag <= highest;
                boolean wraps = Math.floorMod(first, Transport.TAG_RANGE) + most >= Transport.TAG_RANGE;
                if (first > Integer.MAX_VALUE - most || wraps || meets) {
                    return false;
                }
                for (int j = 0; j < i; j++) {
                    long other = groups[j] * StreamNumbers.GROUP_IDS;
                    long ahead = Math.floorMod(first - other, (long) Transport.TAG_RANGE);
                    if (Math.min(ahead, Transport.TAG_RANGE - ahead) <= most && shares(groups[i], groups[j])) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean shares(int one, int other) {
        List<Integer> members = scenario.groups().groups().get(other);
        return scenario.groups().groups().get(one).stream()
                        .filter(members::contains)
                        .count()
                > 1;
    }
}
