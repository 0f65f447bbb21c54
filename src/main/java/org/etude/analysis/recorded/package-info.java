// SPDX-License-Identifier: Apache-2.0
/**
 * What is asked of a recording itself, before anything is converted or simulated: kernels, idle time of streams, operators and
 * what they launch, launches and their queues, copies, annotations, bandwidth of collectives, and what differs between two
 * recordings. Each question is one pass over the columns of the loaded traces. Definitions are those of Holistic Trace Analysis
 * where docs/analysis.md does not say otherwise.
 */
package org.etude.analysis.recorded;
