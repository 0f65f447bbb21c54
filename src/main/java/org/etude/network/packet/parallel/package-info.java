// SPDX-License-Identifier: Apache-2.0
/**
 * Parts of a packet network that share nothing, simulated on threads ({@link ComponentThreads}). Results do not depend on it, nor
 * on the number of threads.
 */
package org.etude.network.packet.parallel;
