// SPDX-License-Identifier: Apache-2.0
/**
 * Repairs execution traces so that they can run. {@link Repair} applies all passes and checks and returns the graphs
 * with one row per change. A graph without faults is returned as the same object. Decisions depend only on ids, times
 * and contents, never on the order of nodes in the file.
 */
package org.etude.repair;
