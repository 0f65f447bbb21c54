package org.etude.workload.llm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.etude.unit.Bytes;

/**
 * Peak rates of GPU types, and compute times by the roofline (Williams, Waterman and Patterson 2009): the longer of
 * operations over the compute rate and bytes over the memory rate. Rates are the vendors' data sheets' for dense bfloat16
 * and device memory, and its size.
 */
public enum GpuRoofline {
    /** NVIDIA A100 SXM 80 GB. */
    A100(312, 2039, 80),
    /** NVIDIA A800 SXM 80 GB. */
    A800(312, 2039, 80),
    /** NVIDIA H100 SXM. */
    H100(989, 3350, 80),
    /** NVIDIA H800 SXM. */
    H800(989, 3350, 80),
    /** NVIDIA H20. */
    H20(148, 4000, 96),
    /** NVIDIA H200 SXM. */
    H200(989, 4800, 141),
    /** NVIDIA B200. */
    B200(2250, 8000, 180),
    /** NVIDIA GB200, each of the two GPUs. */
    GB200(2500, 8000, 186),
    /** AMD MI250X, each of the two dies. */
    MI250X(191.5, 1638, 64),
    /** AMD MI300X. */
    MI300X(1307, 5300, 192);

    private static final double TERA_PER_NS = 1000;
    private static final long GIB = 1L << 30;

    private final double teraFlops;
    private final double gigabytes;
    private final int memoryGigabytes;

    GpuRoofline(double teraFlops, double gigabytes, int memoryGigabytes) {
        this.teraFlops = teraFlops;
        this.gigabytes = gigabytes;
        this.memoryGigabytes = memoryGigabytes;
    }

    /** Peak rate of computation, 1e12 operations a second. */
    public double teraFlops() {
        return teraFlops;
    }

    /** Peak rate of device memory, 1e9 bytes a second. */
    public double memoryRate() {
        return gigabytes;
    }

    /** Size of device memory; vendors count it in powers of two. */
    public Bytes memory() {
        return new Bytes(memoryGigabytes * GIB);
    }

    /** The type of a name, if it is known. */
    public static Optional<GpuRoofline> named(String name) {
        return Arrays.stream(values())
                .filter(type -> name != null && type.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    /**
     * The time of a computation in ns, rounded up.
     *
     * @param operations floating-point operations
     * @param bytes bytes read and written
     * @param efficiency the share of both peaks that is reached, above 0 and at most 1
     */
    public long nanos(double operations, double bytes, double efficiency) {
        double compute = operations / (teraFlops * TERA_PER_NS);
        double memory = bytes / gigabytes;
        return (long) Math.ceil(Math.max(compute, memory) / efficiency);
    }
}
