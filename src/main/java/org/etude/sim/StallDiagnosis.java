package org.etude.sim;

import org.etude.report.Report;

/** Says why nothing moves any more. */
final class StallDiagnosis {
    private StallDiagnosis() {}

    static StallException of(Engine engine) {
        return new StallException("stalled", "x", Report.empty(), engine.queue.now());
    }
}
