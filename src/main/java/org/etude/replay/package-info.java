// SPDX-License-Identifier: Apache-2.0
/**
 * Replaying recorded workloads: each rank by itself, every node with its recorded duration on the resource that its trace names,
 * compared with the steps measured. What a replay misses, no prediction for another network can get right.
 */
package org.etude.replay;
