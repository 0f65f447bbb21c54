// SPDX-License-Identifier: Apache-2.0
/**
 * Makes execution traces fit to run. {@link Repair} applies all passes and checks and returns the graphs with one row per
 * change. A graph without faults comes back as the same object; what is decided depends on ids, times and contents only,
 * never on the order of nodes in the file.
 */
package org.etude.repair;
