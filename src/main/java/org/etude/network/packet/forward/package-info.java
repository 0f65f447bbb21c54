// SPDX-License-Identifier: Apache-2.0
/**
 * Fast-forward of the packet network: a segment that starts from a state seen before is not simulated again but looked up
 * ({@link FastForward}). Results do not depend on it.
 */
package org.etude.network.packet.forward;
