// SPDX-License-Identifier: Apache-2.0
/**
 * Parts of a packet network that share nothing: which they are, how their events come about, and the order in which events of
 * several parts would have fired on a common clock.
 */
package org.etude.network.packet.part;
