// SPDX-License-Identifier: Apache-2.0
/** Tables about recordings and fits to them: traces, steps, collectives, coverage, findings, calibration. */
package org.etude.table.recorded;
