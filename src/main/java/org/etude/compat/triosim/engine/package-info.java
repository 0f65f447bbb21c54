// SPDX-License-Identifier: Apache-2.0
/**
 * Shared parts of both TrioSim replays: the event queue with its order of simultaneous events, GPUs and their memory,
 * carriers of messages, settings.
 */
package org.etude.compat.triosim.engine;
