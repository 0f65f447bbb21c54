// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

/**
 * A call that another rank copies.
 *
 * @param group the group
 * @param rank the rank that has it
 * @param call its number among that rank's calls of the group
 */
public record CallSource(String group, int rank, int call) {}
