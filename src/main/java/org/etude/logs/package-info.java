// SPDX-License-Identifier: Apache-2.0
/**
 * Other logs of clusters, each a value with tables that can be fitted or converted to a workload: {@link
 * org.etude.logs.Timings} of benchmarks of collectives, {@link org.etude.logs.NcclInspector} of a job's communication,
 * {@link org.etude.logs.FlightRecorder} of a job that hangs. Example: {@code Timings.load("all_reduce.json").fit()}.
 */
package org.etude.logs;
