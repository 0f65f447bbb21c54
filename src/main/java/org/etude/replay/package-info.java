// SPDX-License-Identifier: Apache-2.0
/**
 * Replays recorded workloads, each rank in isolation and every node with its recorded duration on the resource that its
 * trace names, and compares the steps with the measured ones. Errors of a replay carry over to every prediction.
 */
package org.etude.replay;
