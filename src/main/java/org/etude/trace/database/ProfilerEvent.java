// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

/**
 * An event as a profiler recorded it.
 *
 * @param category Kineto's category
 * @param name its name, or null
 * @param startNs start
 * @param endNs end
 * @param process the process, or the GPU
 * @param thread the thread, or the stream
 * @param onGpu whether these are a GPU and a stream
 * @param correlation what work has in common with the call that launched it, or {@link #ABSENT}
 * @param argument the name of its one further argument
 * @param value the value of that, or {@link #ABSENT}
 * @param details more arguments as JSON members without the braces, "" for none
 */
public record ProfilerEvent(
        String category,
        String name,
        long startNs,
        long endNs,
        long process,
        long thread,
        boolean onGpu,
        long correlation,
        String argument,
        long value,
        String details) {
    /** No number. */
    public static final long ABSENT = Long.MIN_VALUE;

    private static final String BYTES = "bytes";

    /** A call or a range on the host. */
    public static ProfilerEvent onHost(
            String category, String name, long startNs, long endNs, long process, long thread, long correlation) {
        return new ProfilerEvent(
                category, name, startNs, endNs, process, thread, false, correlation, BYTES, ABSENT, "");
    }

    /** Work of a GPU that moves some bytes, or {@link #ABSENT}. */
    public static ProfilerEvent onGpu(
            String category,
            String name,
            long startNs,
            long endNs,
            long gpu,
            long stream,
            long correlation,
            long bytes) {
        return new ProfilerEvent(category, name, startNs, endNs, gpu, stream, true, correlation, BYTES, bytes, "");
    }
}
