/**
 * What clusters write besides traces, each a value with tables and a way into the chain: {@link org.etude.logs.Timings} of
 * benchmarks of collectives. Example: {@code Timings.load("all_reduce.json").fit()}.
 */
package org.etude.logs;
