// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/**
 * One phase of a chunk, before it has queue and algorithm.
 *
 * @param dim dimension it runs over
 * @param kind what is done there
 * @param bytes a node's data when it begins
 * @param level which of the dimension's queues it goes through
 */
public record PlannedPhase(int dim, CollectiveType kind, long bytes, QueueLevel level) {}
