// SPDX-License-Identifier: Apache-2.0
/**
 * Recordings of the NCCL Inspector: {@link org.etude.calibrate.inspector.InspectorReader} reads them, {@link
 * org.etude.calibrate.inspector.InspectorLog} separates transfer from waiting, because the last rank to arrive spends
 * the shortest time in a collective.
 */
package org.etude.calibrate.inspector;
