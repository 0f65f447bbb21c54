package org.etude.sim;

import java.util.HashMap;
import java.util.Map;

/** Numbers the communication streams of a rank: a single one, or one a process group and one a peer. */
final class CommStreams {
    private static final String WORLD = "0";

    private final boolean several;
    private final Map<Object, Short> numbers = new HashMap<>();

    CommStreams(boolean several) {
        this.several = several;
    }

    boolean several() {
        return several;
    }

    /** The stream of collectives of a group; those of the whole job share the first one with all that is of no group. */
    short ofGroup(String group) {
        return group.isEmpty() || group.equals(WORLD) ? RankProgram.COMM : number(group);
    }

    /** The stream of messages to a rank. */
    short toPeer(long rank) {
        return number(rank);
    }

    private short number(Object of) {
        if (!several) {
            return RankProgram.COMM;
        }
        int next = slots();
        if (next > Short.MAX_VALUE) {
            throw new SimulationException(
                    "a rank has more than " + (Short.MAX_VALUE - RankProgram.RECV) + " process groups and peers",
                    "Run it with one communication stream.");
        }
        return numbers.computeIfAbsent(of, key -> (short) next);
    }

    /** Slots of a rank, those of CPU, GPU and receives included. */
    int slots() {
        return RankProgram.RECV + 1 + numbers.size();
    }
}
