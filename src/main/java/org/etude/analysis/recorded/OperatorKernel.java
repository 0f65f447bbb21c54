// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import org.etude.trace.activity.Activity;

/**
 * GPU work of one kind launched by one operator.
 *
 * @param rank the rank
 * @param operator the innermost operator around the launch; "" if there is none or no launch was recorded
 * @param kernel the kernel, copy or memory set
 * @param category its category
 * @param times number and durations
 * @param calls durations of the launching calls
 * @param delays from the end of the launching call to the start of the work, 0 where it started before
 */
public record OperatorKernel(
        int rank,
        String operator,
        String kernel,
        Activity category,
        DurationStats times,
        DurationStats calls,
        DurationStats delays) {}
