package org.etude.network.queue;

import org.etude.report.EtudeException;

/** Something would happen later than the clock can tell, after 2^63 ticks. */
public final class HorizonException extends EtudeException {
    HorizonException(long now) {
        super(
                "at " + now + " ns: what comes next lies more than 292 years ahead, beyond what the clock can tell",
                "Give links a higher bandwidth or a lower latency, messages fewer bytes, or computation less time.");
    }
}
