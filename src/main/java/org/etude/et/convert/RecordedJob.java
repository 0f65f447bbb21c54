// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

/**
 * What a rank's trace says of the job it is from.
 *
 * @param ranks recorded ranks
 * @param incomplete size of the job when some of its ranks are missing, else 0
 * @param clock whether the times of the ranks can be compared
 */
record RecordedJob(int ranks, int incomplete, boolean clock) {}
