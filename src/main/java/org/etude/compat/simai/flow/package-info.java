// SPDX-License-Identifier: Apache-2.0
/**
 * SimAI's flow model: collectives become flows along rings, trees or NVSwitches ({@link FlowSchedules}), which the
 * packet network carries ({@link FlowSimulation}) in SimAI's own order of events. The choice of algorithm and protocol
 * by size is not SimAI's but NCCL's ({@link NcclTuning}).
 */
package org.etude.compat.simai.flow;
