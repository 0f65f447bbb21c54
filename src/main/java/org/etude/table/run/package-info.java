// SPDX-License-Identifier: Apache-2.0
/** Tables of runs: one row per rank, operation, collective, flow, link or port; critical path, what-if, sweeps. */
package org.etude.table.run;
