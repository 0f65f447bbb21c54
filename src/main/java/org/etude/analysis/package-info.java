// SPDX-License-Identifier: Apache-2.0
/**
 * Analyses of a finished run: critical path, exposed communication, arrivals at collectives, what-if studies, the
 * Perfetto trace.
 */
package org.etude.analysis;
