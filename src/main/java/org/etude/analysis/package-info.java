/**
 * What is asked of a finished run: critical path, exposed communication, arrivals at collectives, what-if studies, the
 * Perfetto trace.
 */
package org.etude.analysis;
