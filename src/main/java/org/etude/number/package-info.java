// SPDX-License-Identifier: Apache-2.0
/** Numbers without a unit: sets of intervals, medians, runs of consecutive numbers, binary search, decimal numbers in text. For Etude's own packages, not exported. */
package org.etude.number;
