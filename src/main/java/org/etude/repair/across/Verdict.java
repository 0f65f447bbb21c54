// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

/**
 * The required form of a collective on all ranks of its group.
 *
 * @param keep whether it stays; otherwise every rank that has it loses it
 * @param insert whether ranks that lack it get it, and those that call it elsewhere move it
 * @param type its type, {@link Calls#UNKNOWN} to leave each rank's
 * @param size its bytes, {@link Calls#UNKNOWN} to leave each rank's
 * @param reason why
 */
record Verdict(boolean keep, boolean insert, int type, long size, String reason) {}
