// SPDX-License-Identifier: Apache-2.0
/**
 * One clock for host and device files and for all ranks: common anchors and the offset that they imply
 * ({@link ClockDifference}).
 */
package org.etude.trace.clock;
