// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Objects;

/**
 * What the user says about a file of timed collectives. What a file says itself is never overruled: a contradiction is an error.
 *
 * @param type the collective where the file names none, such as {@code all_reduce}; "" when it is not said
 * @param ranks the group size where the file names none; 0 when it is not said
 * @param inPlace take the in-place times of nccl-tests and rccl-tests and not the out-of-place ones
 */
public record TimingOptions(String type, int ranks, boolean inPlace) {
    /** Refuses groups of less than two ranks. */
    public TimingOptions {
        Objects.requireNonNull(type, "type");
        if (ranks < 0 || ranks == 1) {
            throw new IllegalArgumentException("a group has two ranks or more: " + ranks);
        }
    }

    /** Nothing said: the file has to name collective and ranks; out-of-place times. */
    public static TimingOptions defaults() {
        return new TimingOptions("", 0, false);
    }

    /** The collective where the file names none. */
    public TimingOptions type(String name) {
        return new TimingOptions(name, ranks, inPlace);
    }

    /** The group size where the file names none. */
    public TimingOptions ranks(int count) {
        return new TimingOptions(type, count, inPlace);
    }

    /** In-place times, or out-of-place ones. */
    public TimingOptions inPlace(boolean wanted) {
        return new TimingOptions(type, ranks, wanted);
    }
}
