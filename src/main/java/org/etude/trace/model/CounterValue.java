// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/**
 * A hardware counter that the profiler read over one kernel.
 *
 * @param name the profiler's name of it, such as {@code dram__bytes_read.sum}
 * @param value its value, in the counter's own unit
 */
public record CounterValue(String name, double value) {}
