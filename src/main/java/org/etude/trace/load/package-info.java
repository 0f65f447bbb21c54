// SPDX-License-Identifier: Apache-2.0
/**
 * From a path to a {@link org.etude.trace.model.TraceSet}: files are read in parallel, assembled by rank and put on one
 * clock, and whatever was odd becomes a finding. The door is {@link TraceLoader}.
 */
package org.etude.trace.load;
