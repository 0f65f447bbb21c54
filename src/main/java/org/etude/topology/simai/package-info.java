/**
 * SimAI's data-centre topologies: the templates of its generator (Spectrum-X, AlibabaHPN, DCN+), built with the same nodes,
 * links, order and file text ({@link org.etude.topology.simai.ClusterPlan}, {@link org.etude.topology.simai.ClusterFile}),
 * and racks of 72 GPUs, which the original lacks. A file read back is a {@link org.etude.topology.simai.ClusterGraph}.
 *
 * <p>Nodes are numbered: GPUs, NVSwitches, top-of-rack switches (ASW), spine switches (PSW).
 */
package org.etude.topology.simai;
