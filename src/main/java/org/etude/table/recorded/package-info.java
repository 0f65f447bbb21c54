// SPDX-License-Identifier: Apache-2.0
/** Tables of what was recorded and of what was fitted to it: traces, steps, collectives, coverage, findings, calibration. */
package org.etude.table.recorded;
