// SPDX-License-Identifier: Apache-2.0
/**
 * Determines the type, size, element type, group and peer of each collective of one rank, with the evidence for them
 * ({@link CollectiveEvidence}).
 */
package org.etude.link.collective;
