// SPDX-License-Identifier: Apache-2.0
/**
 * SimAI's analytical model ({@link AnalyticalModel}): each row of the text costs what a formula of bus bandwidths says;
 * nothing overlaps except by given shares.
 */
package org.etude.compat.simai.analytic;
