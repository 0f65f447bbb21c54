// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import org.etude.report.Internal;

/**
 * The constants of congestion control; each method uses its own.
 *
 * @param control the method
 * @param alphaResumeMicros DCQCN: how often alpha decays
 * @param rateDecreaseMicros DCQCN: how often the rate may fall
 * @param rateTimerMicros DCQCN: how often the rate rises
 * @param gain DCQCN, DCTCP: weight of the latest observation in alpha
 * @param fastRecoveryTimes DCQCN: fast-recovery increases before additive increase
 * @param clampTargetRate DCQCN: whether the target falls with the first decrease too
 * @param additiveBps additive increase, bit/s
 * @param hyperBps fast additive increase, bit/s
 * @param minimumBps minimum rate of a flow, bit/s
 * @param dctcpBps DCTCP: additive increase, bit/s
 * @param fastReact HPCC: whether every acknowledgement updates the rate
 * @param targetUtilisation HPCC: target link load
 * @param increaseThreshold HPCC: additive increases before a multiplicative one
 * @param telemetryScale HPCC: unit of the counters in packets
 * @param ratePerHop HPCC: whether every hop has its own rate
 * @param sampleFeedback HPCC: whether empty hops are skipped between full updates
 * @param pintBase HPCC-PINT: base of the compressed load
 * @param pintProbability HPCC-PINT: fraction of acknowledgements evaluated
 */
@Internal
public record CongestionSpec(
        CongestionControl control,
        long alphaResumeMicros,
        long rateDecreaseMicros,
        long rateTimerMicros,
        double gain,
        int fastRecoveryTimes,
        boolean clampTargetRate,
        long additiveBps,
        long hyperBps,
        long minimumBps,
        long dctcpBps,
        boolean fastReact,
        double targetUtilisation,
        int increaseThreshold,
        int telemetryScale,
        boolean ratePerHop,
        boolean sampleFeedback,
        double pintBase,
        double pintProbability) {
    /** Intervals in us whose ns, added to any simulated time, can be represented. */
    private static final long LONGEST = 1_000_000_000_000_000L;
    /** Rates in bit/s whose sums can be represented. */
    private static final long FASTEST = 1_000_000_000_000_000_000L;

    /** Rejects constants outside their range. */
    public CongestionSpec {
        if (Math.min(Math.min(alphaResumeMicros, rateDecreaseMicros), rateTimerMicros) < 0) {
            throw new IllegalArgumentException("congestion control: intervals cannot be negative");
        }
        if (Math.max(Math.max(alphaResumeMicros, rateDecreaseMicros), rateTimerMicros) > LONGEST) {
            throw new IllegalArgumentException("congestion control: an interval exceeds 1e15 us: " + alphaResumeMicros
                    + ", " + rateDecreaseMicros + ", " + rateTimerMicros);
        }
        if (Math.min(Math.min(additiveBps, hyperBps), dctcpBps) < 0 || minimumBps < 1) {
            throw new IllegalArgumentException(
                    "congestion control: rates cannot be negative, the least must be positive");
        }
        if (Math.max(Math.max(additiveBps, hyperBps), Math.max(dctcpBps, minimumBps)) > FASTEST) {
            throw new IllegalArgumentException("congestion control: a rate exceeds 1e18 bit/s: " + additiveBps + ", "
                    + hyperBps + ", " + dctcpBps + ", " + minimumBps);
        }
        boolean pint = control == CongestionControl.HPCC_PINT;
        boolean hpcc = pint || control == CongestionControl.HPCC;
        if (hpcc && !(targetUtilisation > 0)) {
            throw new IllegalArgumentException("target utilisation must be positive: " + targetUtilisation);
        }
        if (hpcc && !pint && telemetryScale < 1) {
            throw new IllegalArgumentException("the telemetry scale of HPCC must be at least 1: " + telemetryScale);
        }
        if (pint && (!(pintBase > 1) || !(pintProbability >= 0 && pintProbability <= 1))) {
            throw new IllegalArgumentException(
                    "PINT base must exceed 1 and its probability lie in 0..1: " + pintBase + ", " + pintProbability);
        }
    }

    /** The shipped constants with another method. */
    public CongestionSpec with(CongestionControl method) {
        return new CongestionSpec(
                method,
                alphaResumeMicros,
                rateDecreaseMicros,
                rateTimerMicros,
                gain,
                fastRecoveryTimes,
                clampTargetRate,
                additiveBps,
                hyperBps,
                minimumBps,
                dctcpBps,
                fastReact,
                targetUtilisation,
                increaseThreshold,
                telemetryScale,
                ratePerHop,
                sampleFeedback,
                pintBase,
                pintProbability);
    }
}
