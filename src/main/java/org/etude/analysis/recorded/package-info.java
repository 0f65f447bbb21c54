// SPDX-License-Identifier: Apache-2.0
/**
 * Analyses of a recording itself, before anything is converted or simulated: kernels, idle time of streams, operators
 * and what they launch, launches and their queues, copies, annotations, bandwidth of collectives, and differences
 * between two recordings. Each is one pass over the columns of the loaded traces. Definitions follow Holistic Trace
 * Analysis unless docs/analysis.md says otherwise.
 */
package org.etude.analysis.recorded;
