// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.EnumMap;
import java.util.Map;
import org.etude.spec.LlmException;
import org.etude.unit.Bytes;

/**
 * A type of GPU: data-sheet rates, and the fractions of them achieved in public measurements. Rates are without
 * sparsity.
 *
 * @param name its name
 * @param peak 1e12 operations per second by element type; absent for unsupported types
 * @param sustained fraction of the peak that large products sustain under full load, by element type
 * @param processors number of streaming multiprocessors or compute units, to which the tiles of a product are
 *     distributed
 * @param memoryRate 1e9 bytes per second of device memory
 * @param memory size of device memory
 * @param attention its fused attention
 * @param node how its GPUs are connected
 */
public record GpuModel(
        String name,
        Map<ElementType, Double> peak,
        Map<ElementType, Double> sustained,
        int processors,
        double memoryRate,
        Bytes memory,
        AttentionModel attention,
        NodeModel node) {
    private static final double TERA_PER_NS = 1000;

    /** Copies. */
    public GpuModel {
        peak = Map.copyOf(peak);
        sustained = Map.copyOf(sustained);
    }

    /** Whether the GPU computes products of a type. */
    public boolean has(ElementType type) {
        return peak.containsKey(type);
    }

    /**
     * Operations per ns at the peak.
     *
     * @throws LlmException when the GPU does not have the type
     */
    public double peakPerNano(ElementType type) {
        Double rate = peak.get(type);
        if (rate == null) {
            throw new LlmException(
                    "GPU " + name + " has no matrix products of type " + type,
                    "It has " + new EnumMap<>(peak).keySet() + "; choose --dtype among them.");
        }
        return rate * TERA_PER_NS;
    }

    /** Operations per ns that large products sustain. */
    public double sustainedPerNano(ElementType type) {
        return peakPerNano(type) * sustained.get(type);
    }

    /** Peak rate in half precision, 1e12 operations per second. */
    public double teraFlops() {
        return peakPerNano(ElementType.FP16) / TERA_PER_NS;
    }

    /**
     * The plain roofline (Williams, Waterman and Patterson 2009), ns, rounded up: the longer of operations over the
     * half-precision peak and bytes over the memory rate.
     *
     * @param operations floating-point operations
     * @param bytes bytes read and written
     * @param efficiency the fraction of both peaks that is achieved, above 0 and at most 1
     */
    public long nanos(double operations, double bytes, double efficiency) {
        double compute = operations / peakPerNano(ElementType.FP16);
        return (long) Math.ceil(Math.max(compute, bytes / memoryRate) / efficiency);
    }

    /** The same in another node. */
    public GpuModel in(NodeModel other) {
        return new GpuModel(name, peak, sustained, processors, memoryRate, memory, attention, other);
    }

    /**
     * The same with other rates; 0 keeps the present one.
     *
     * @param teraFlops half-precision peak; the other types keep their ratio to it
     * @param rate 1e9 bytes per second of device memory
     * @param size memory
     */
    public GpuModel with(double teraFlops, double rate, Bytes size) {
        Map<ElementType, Double> rates = new EnumMap<>(peak);
        if (teraFlops > 0) {
            double factor = teraFlops / teraFlops();
            rates.replaceAll((type, value) -> value * factor);
        }
        return new GpuModel(
                name,
                rates,
                sustained,
                processors,
                rate > 0 ? rate : memoryRate,
                size.value() > 0 ? size : memory,
                attention,
                node);
    }
}
