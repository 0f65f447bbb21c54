// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import org.etude.unit.Bandwidth;

/**
 * Nodes joined by switches.
 *
 * @param gpus GPUs of a node
 * @param link what a GPU has to all others of its node together, per direction
 * @param nic what a GPU has between nodes, per direction
 */
public record NodeRates(int gpus, Bandwidth link, Bandwidth nic) {}
