// SPDX-License-Identifier: Apache-2.0
/**
 * What both replays of TrioSim share: its event queue and its order of equal times, GPUs and their memory, carriers of
 * messages, settings.
 */
package org.etude.compat.triosim.engine;
