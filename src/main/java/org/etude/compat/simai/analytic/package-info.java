// SPDX-License-Identifier: Apache-2.0
/**
 * SimAI's analytical model ({@link AnalyticalModel}): the cost of each row of the workload text follows from a formula
 * of bus bandwidths; the only overlap is by given shares.
 */
package org.etude.compat.simai.analytic;
