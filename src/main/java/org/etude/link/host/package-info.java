// SPDX-License-Identifier: Apache-2.0
/**
 * Matches host nodes with device events, by id where both recordings share one, otherwise by aligned sequences of
 * names. Also the table of nodes that the later steps fill ({@link NodeTable}), launches ({@link LaunchIndex}) and the
 * nesting of host events.
 */
package org.etude.link.host;
