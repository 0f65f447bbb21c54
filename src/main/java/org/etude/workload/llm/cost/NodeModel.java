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
