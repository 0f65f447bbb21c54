// SPDX-License-Identifier: Apache-2.0
/**
 * What each collective of one rank is: type, size, element type, group and peer, with the evidence they were read from
 * ({@link CollectiveEvidence}).
 */
package org.etude.link.collective;
