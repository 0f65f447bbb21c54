// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * How GPUs are connected: a scale-up domain (an NVLink or xGMI node, an NVL72 rack), and NICs between domains.
 *
 * @param domain number of GPUs in a scale-up domain
 * @param link 1e9 bytes per second and direction that a ring over a whole domain achieves per GPU (bus bandwidth of
 *     nccl-tests)
 * @param pair the same of a ring of two GPUs
 * @param nic 1e9 bytes per second and direction of a GPU's share of the NICs
 * @param linkLatency ns of a small collective within a domain
 * @param nicLatency ns that each doubling of the domains adds
 */
public record NodeModel(int domain, double link, double pair, double nic, double linkLatency, double nicLatency) {
    /** Of nine GPUs of a domain at most one stays idle: 64 of the 72 of an NVL72 rack are used, as in NVIDIA's recipes. */
    private static final int MOST_IDLE = 9;

    /**
     * How many GPUs of a domain each rank of a job that needs several of them shares one with: as many as divide its ranks, so that
     * all of its domains are alike, if few stay idle then; otherwise all.
     */
    public int used(int ranks) {
        for (int used = domain; ranks > domain && domain - used <= domain / MOST_IDLE; used--) {
            if (ranks % used == 0) {
                return used;
            }
        }
        return domain;
    }

    /** The same with links of another rate. */
    public NodeModel withLink(double rate) {
        return new NodeModel(domain, rate, rate, nic, linkLatency, nicLatency);
    }

    /** The same with NICs of another rate. */
    public NodeModel withNic(double rate) {
        return new NodeModel(domain, link, pair, rate, linkLatency, nicLatency);
    }

    /** The same with another number of GPUs in a domain. */
    public NodeModel withDomain(int gpus) {
        return new NodeModel(gpus, link, pair, nic, linkLatency, nicLatency);
    }
}
