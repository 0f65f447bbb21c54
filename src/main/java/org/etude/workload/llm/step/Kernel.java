package org.etude.workload.llm.step;

/**
 * A computation of one kernel.
 *
 * @param name what it is
 * @param operations floating-point operations
 * @param bytes bytes to and from device memory
 * @param nanos how long it takes, 0 while not known
 */
record Kernel(String name, double operations, double bytes, double nanos) {
    Kernel(String name, double operations, double bytes) {
        this(name, operations, bytes, 0);
    }

    Kernel named(String other) {
        return new Kernel(other, operations, bytes, nanos);
    }

    /** The same so many times over. */
    Kernel times(double factor) {
        return new Kernel(name, operations * factor, bytes * factor, nanos * factor);
    }

    Kernel taking(double time) {
        return new Kernel(name, operations, bytes, time);
    }
}
