package org.etude.sim.simai;

/**
 * What a row takes.
 *
 * @param name the row
 * @param forward its forward pass
 * @param weightGrad its weight gradient
 * @param inputGrad its input gradient
 */
public record RowTimes(String name, Pass forward, Pass weightGrad, Pass inputGrad) {
    /**
     * One pass of a row.
     *
     * @param computeNs computation
     * @param commNs communication
     * @param exposedNs communication that is not hidden
     * @param bytes bytes of the communication
     * @param busFactor bytes over the bus for a byte
     */
    public record Pass(long computeNs, long commNs, long exposedNs, long bytes, double busFactor) {
        private static final double BYTES_PER_NS_TO_GIB_PER_S = 1e9 / (1L << 30);

        /** Algorithm bandwidth in GiB/s; NaN or infinite when it takes no time. */
        public double algorithmBandwidth() {
            return (double) bytes / commNs * BYTES_PER_NS_TO_GIB_PER_S;
        }

        /** Bus bandwidth in GiB/s; 0 without communication. */
        public double busBandwidth() {
            return bytes == 0 && commNs == 0 ? 0 : algorithmBandwidth() * busFactor;
        }
    }
}
