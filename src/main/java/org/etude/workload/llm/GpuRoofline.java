package org.etude.workload.llm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Peak rates of GPU types, and compute times by the roofline (Williams, Waterman and Patterson 2009): the longer of
 * operations over the compute rate and bytes over the memory rate. Rates are the vendors' data sheets' for dense bfloat16
 * and device memory.
 */
public enum GpuRoofline {
    /** NVIDIA A100 SXM 80 GB. */
    A100(312, 2039),
    /** NVIDIA A800 SXM 80 GB. */
    A800(312, 2039),
    /** NVIDIA H100 SXM. */
    H100(989, 3350),
    /** NVIDIA H800 SXM. */
    H800(989, 3350),
    /** NVIDIA H20. */
    H20(148, 4000),
    /** NVIDIA H200 SXM. */
    H200(989, 4800),
    /** NVIDIA B200. */
    B200(2250, 8000),
    /** NVIDIA GB200, each of the two GPUs. */
    GB200(2500, 8000),
    /** AMD MI250X, each of the two dies. */
    MI250X(191.5, 1638),
    /** AMD MI300X. */
    MI300X(1307, 5300);

    private static final double TERA_PER_NS = 1000;

    private final double teraFlops;
    private final double gigabytes;

    GpuRoofline(double teraFlops, double gigabytes) {
        this.teraFlops = teraFlops;
        this.gigabytes = gigabytes;
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
