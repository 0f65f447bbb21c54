// SPDX-License-Identifier: Apache-2.0
/**
 * Recordings of the NCCL Inspector: {@link org.etude.calibrate.inspector.InspectorReader} reads them, {@link
 * org.etude.calibrate.inspector.InspectorLog} tells transfer from waiting, since the last rank to come to a collective is the one that
 * takes the shortest in it.
 */
package org.etude.calibrate.inspector;
