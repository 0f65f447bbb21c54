// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import org.etude.et.host.HostTimeline;

/**
 * The decisions about a rank before its nodes are written.
 *
 * @param work the work concurrent with the host
 * @param lanes what each piece of work runs on
 * @param times how long work is delayed and takes
 * @param host the host timeline
 * @param plan who waits for whom
 */
record RankLayout(WorkNodes work, WorkLanes lanes, WorkTimes times, HostTimeline host, RankPlan plan) {}
