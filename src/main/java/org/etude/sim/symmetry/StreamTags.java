// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.List;
import org.etude.sim.collective.StreamNumbers;
import org.etude.sim.event.Transport;
import org.etude.sim.spec.Scenario;

/**
 * Whether the chunks of a rank's collectives have tags of their own. Tags are numbers of groups times a million, counted on and
 * wrapped, so those of two groups may be the same in a large job; then it hangs on the groups' numbers what meets what.
 */
final class StreamTags {
    private final Scenario scenario;
    private long collectives;
    private long lowest = Long.MAX_VALUE;
    private long highest = Long.MIN_VALUE;

    StreamTags(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The rank does a collective. */
    void collective() {
        collectives++;
    }

    /** The rank sends or receives a message of a tag. */
    void message(long tag) {
        int reduced = (int) (tag % Transport.TAG_RANGE);
        lowest = Math.min(lowest, reduced);
        highest = Math.max(highest, reduced);
    }

    /**
     * Whether no two of the groups share tags, nor one of them with messages.
     *
     * @param places the numbers of the rank's groups, on each place of its cycle
     */
    boolean apart(List<int[]> places) {
        // Rounding down may make twice as many chunks as asked for, and a chunk is at most scattered and gathered.
        long most = collectives * 4 * scenario.system().splits();
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
