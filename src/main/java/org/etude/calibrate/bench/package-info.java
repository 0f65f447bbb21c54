// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the output of collective benchmarks: nccl-tests and rccl-tests as text ({@link
 * org.etude.calibrate.bench.NcclTestsText}), as JSON ({@link org.etude.calibrate.bench.NcclTestsJson}) and as records
 * in CSV or JSON ({@link org.etude.calibrate.bench.RcclTestsRecords}). Each reader documents its grammar. Collective
 * and group size come from the file; omissions and assumptions are findings.
 */
package org.etude.calibrate.bench;
