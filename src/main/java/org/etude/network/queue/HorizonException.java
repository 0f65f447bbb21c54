// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import org.etude.report.EtudeException;

/** Thrown when an event would lie beyond the range of the clock, 2^63 ticks. */
public final class HorizonException extends EtudeException {
    HorizonException(long now) {
        super(
                "at " + now + " ns: what comes next lies more than 292 years ahead, beyond the range of the clock",
                "Give links a higher bandwidth or a lower latency, messages fewer bytes, or computation less time.");
    }
}
