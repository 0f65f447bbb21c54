// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * The path between a GPU and its host's memory, in 1e9 bytes per second.
 *
 * <p>Measured on Azure's machines (AI-benchmarking-guide: nvbandwidth, TransferBench), to the host and back: H100 52 and 51, MI300X
 * 56 and 55 (PCIe 5), GB200 193 and 201 (NVLink-C2C, of a data sheet's 450, two GPUs to a CPU), A100 6.3 and 26.3 (PCIe 4), of which
 * the first is taken for a fault of that machine. Others with the same link are taken to be alike. Noted from memory: 297 and
 * 375 of a GH200, whose CPU has one GPU. Estimates: V100, MI250X, TPU v5p.
 *
 * @param toHost rate of copies to the host
 * @param toGpu rate of copies from the host
 */
public record HostLink(double toHost, double toGpu) {
    /**
     * What one thread reads and writes; torchrun gives a rank one (OMP_NUM_THREADS=1, torch/distributed/run.py). An estimate.
     */
    static final double THREAD = 10;

    private static final HostLink PCIE_5 = new HostLink(52, 51);

    /** That of a GPU of the list, or of a node with PCIe 5. */
    static HostLink of(String gpu) {
        return switch (gpu) {
            case "V100" -> new HostLink(12, 12);
            case "A100", "A100-80GB", "A100-40GB", "A800" -> new HostLink(26, 26);
            case "GH200" -> new HostLink(297, 375);
            case "GB200", "GB300" -> new HostLink(193, 201);
            case "MI250X" -> new HostLink(28, 28);
            case "MI300X", "MI325X", "MI355X" -> new HostLink(56, 55);
            case "TPU-V5P" -> new HostLink(16, 16);
            default -> PCIE_5;
        };
    }
}
