// SPDX-License-Identifier: Apache-2.0
/**
 * Networks by formula: {@link UnawareNetwork} (one formula per message, no contention), {@link AwareNetwork} (whole messages
 * stored and forwarded through FIFO links), and their twins that simulate one of several equivalent ranks.
 */
package org.etude.network.analytic;
