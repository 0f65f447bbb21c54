// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.Locale;
import org.etude.compat.simai.model.SimAiException;

/**
 * Constants of NCCL's tuning per GPU generation. Bandwidths in GB/s; three values are for one, two and more servers.
 * Source: NCCL 2.27, {@code src/graph/tuning.cc} (maximum bandwidths of LL and of channels) and {@code
 * src/graph/topo.h} (of an NVLink).
 */
public enum NcclGeneration {
    /** V100. */
    VOLTA(20.0, new double[] {39.0, 39.0, 20.4}, new double[] {20, 20, 20}, new double[] {26.5, 18.5, 10.0}, 20, false),
    /** A100, A800. */
    AMPERE(
            20.0,
            new double[] {87.7, 22.5, 19.0},
            new double[] {20, 20, 20},
            new double[] {24.0, 23.6, 17.8},
            20,
            false),
    /** H100, H800, H200, H20. */
    HOPPER(
            20.6,
            new double[] {141.0, 45.0, 35.0},
            new double[] {36.7, 36.7, 29.0},
            new double[] {38.7, 41.4, 36.0},
            36.7,
            true),
    /** B200. */
    BLACKWELL(
            40.1,
            new double[] {282.0, 90.0, 70.0},
            new double[] {73.4, 73.4, 58.0},
            new double[] {77.4, 82.8, 72.0},
            73.4,
            true);

    private final double linkGbps;
    private final double[] mostLl;
    private final double[] treeLl128;
    private final double[] tree;
    private final double ringLl128;
    private final boolean nvls;

    NcclGeneration(
            double linkGbps, double[] mostLl, double[] treeLl128, double[] tree, double ringLl128, boolean nvls) {
        this.linkGbps = linkGbps;
        this.mostLl = mostLl;
        this.treeLl128 = treeLl128;
        this.tree = tree;
        this.ringLl128 = ringLl128;
        this.nvls = nvls;
    }

    /**
     * The generation of a type such as A100 or H20.
     *
     * @throws SimAiException when NCCL has no constants for it
     */
    public static NcclGeneration of(String gpuType) {
        String type = gpuType.toUpperCase(Locale.ROOT);
        if (type.startsWith("V")) {
            return VOLTA;
        }
        if (type.startsWith("A")) {
            return AMPERE;
        }
        if (type.startsWith("B") || type.startsWith("GB")) {
            return BLACKWELL;
        }
        if (type.startsWith("H") || type.startsWith("GH")) {
            return HOPPER;
        }
        throw new SimAiException(
                "NCCL's tuning knows no GPU type " + gpuType,
                "Choose algorithm and protocol yourself, or give a type of NVIDIA's such as A100 or H100.");
    }

    /** The rate of one NVLink per direction, GB/s. */
    double linkGbps() {
        return linkGbps;
    }

    /** Whether NVSwitches can reduce. */
    boolean nvls() {
        return nvls;
    }

    /** The maximum bandwidth of LL; between servers it depends on the processor, assumed to be Intel's. */
    double mostLl(int servers) {
        return servers == 1 ? mostLl[0] : VOLTA.mostLl[scale(servers)];
    }

    /** The bandwidth of a ring channel with LL128. */
    double ringLl128() {
        return ringLl128;
    }

    /** The bandwidth of a tree channel with LL128. */
    double treeLl128(int servers) {
        return treeLl128[scale(servers)];
    }

    /** The bandwidth of a tree channel. */
    double tree(int servers) {
        return tree[scale(servers)];
    }

    private static int scale(int servers) {
        return Math.min(servers, 3) - 1;
    }
}
