// SPDX-License-Identifier: Apache-2.0
/**
 * The host threads of a recorded rank as lines of slices: threads that take turns share a line. Also what slices are called and count
 * as, and which threads belong to a backend such as gloo.
 */
package org.etude.et.host;
