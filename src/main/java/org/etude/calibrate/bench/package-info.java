// SPDX-License-Identifier: Apache-2.0
/**
 * Reads what benchmarks of collectives write: nccl-tests and rccl-tests as text ({@link org.etude.calibrate.bench.NcclTestsText}),
 * as JSON ({@link org.etude.calibrate.bench.NcclTestsJson}) and as records in CSV or JSON
 * ({@link org.etude.calibrate.bench.RcclTestsRecords}). The grammar stands in each reader. Collective and group size come from the
 * file; what was left out or assumed is a finding.
 */
package org.etude.calibrate.bench;
