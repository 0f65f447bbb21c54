// SPDX-License-Identifier: Apache-2.0
/** The host threads of a recorded rank as lines of slices: threads that take turns share a line. */
package org.etude.et.host;
