// SPDX-License-Identifier: Apache-2.0
/**
 * Analytical networks: {@link UnawareNetwork} (one formula per message, no contention), {@link AwareNetwork} (whole
 * messages stored and forwarded through FIFO links), and variants that simulate one of several equivalent ranks.
 */
package org.etude.network.analytic;
