// SPDX-License-Identifier: Apache-2.0
/**
 * Pairing host nodes with device events: by id where both recordings share one, by aligned sequences of names elsewhere.
 * Also the table of nodes that the later steps fill ({@link NodeTable}), launches ({@link LaunchIndex}) and the nesting of host
 * events.
 */
package org.etude.link.host;
