// SPDX-License-Identifier: Apache-2.0
/**
 * What clusters write besides traces, each a value with tables and a way into the chain: {@link org.etude.logs.Timings} of
 * benchmarks of collectives, {@link org.etude.logs.NcclInspector} of a job's communication, {@link org.etude.logs.FlightRecorder} of a job
 * that hangs. Example: {@code Timings.load("all_reduce.json").fit()}.
 */
package org.etude.logs;
