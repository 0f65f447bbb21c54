// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.EtudeException;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * What the user states about a file of timed collectives. It never overrides what the file states: a contradiction is
 * an error.
 *
 * @param type the collective, such as {@code all_reduce}, if the file does not name it; "" if not given
 * @param ranks the group size, if the file does not state it; 0 if not given
 * @param inPlace use the in-place times of nccl-tests and rccl-tests instead of the out-of-place ones
 */
public record TimingOptions(String type, int ranks, boolean inPlace) {
    /** Rejects groups of fewer than two ranks. */
    @Internal
    public TimingOptions {
        Given.value(type, "the collective");
        if (ranks < 0 || ranks == 1) {
            throw new EtudeException("a group of " + ranks + " ranks was timed", "Give 2 or more ranks.");
        }
    }

    /** Out-of-place times; the file must name the collective and the ranks. */
    public static TimingOptions defaults() {
        return new TimingOptions("", 0, false);
    }

    /** The collective, if the file does not name it. */
    public TimingOptions type(String name) {
        return new TimingOptions(name, ranks, inPlace);
    }

    /** The group size, if the file does not state it. */
    public TimingOptions ranks(int count) {
        return new TimingOptions(type, count, inPlace);
    }

    /** In-place times, or out-of-place ones. */
    public TimingOptions inPlace(boolean wanted) {
        return new TimingOptions(type, ranks, wanted);
    }
}
