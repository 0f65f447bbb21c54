// SPDX-License-Identifier: Apache-2.0
/**
 * Repairs that need all ranks: collectives that do not agree between the members of a group, sends without receives, groups
 * that are only named in metadata.
 */
package org.etude.repair.across;
