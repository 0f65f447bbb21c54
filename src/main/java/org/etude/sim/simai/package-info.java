/**
 * SimAI's two models of a workload text. The analytical one ({@link org.etude.sim.simai.AnalyticalModel}) charges each row by
 * a formula of bus bandwidths; nothing overlaps but by given shares. The flow model
 * ({@link org.etude.sim.simai.FlowSchedules}) makes collectives into flows along rings, trees or NVSwitches, which the packet
 * network carries ({@link org.etude.sim.simai.FlowSimulation}) in SimAI's own order of events. Not SimAI's is the choice of
 * algorithm and protocol by size, NCCL's ({@link org.etude.sim.simai.NcclTuning}).
 */
package org.etude.sim.simai;
