package org.etude.workload.triosim;

/**
 * How long an all-reduce round a ring takes: 2(N-1) steps of the largest chunk.
 *
 * @param gpus N
 * @param bytesPerSecond of a link between neighbours
 * @param latency seconds a step
 */
record RingTime(int gpus, double bytesPerSecond, double latency) {
    private static final double GIGA = 1e9;

    static RingTime of(RunParts parts) {
        int n = parts.settings().gpus();
        if (n == 1) {
            return new RingTime(1, 1, 0);
        }
        return parts.opticalRing()
                .map(ring -> new RingTime(n, OpticalCarrier.BANDWIDTH, OpticalCarrier.HOP * ring.mostHops()))
                .orElseGet(() -> new RingTime(n, parts.ringGBps() * GIGA, 0));
    }

    double seconds(long bytes) {
        long chunk = bytes / gpus + bytes % gpus;
        return 2.0 * (gpus - 1) * (chunk / bytesPerSecond + latency);
    }
}
