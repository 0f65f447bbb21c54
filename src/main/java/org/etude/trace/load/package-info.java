// SPDX-License-Identifier: Apache-2.0
/**
 * From a path to a {@link org.etude.trace.model.TraceSet}: files are read in parallel, assembled by rank and put on one
 * clock, and irregularities become findings. The entry point is {@link TraceLoader}.
 */
package org.etude.trace.load;
