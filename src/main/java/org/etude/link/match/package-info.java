// SPDX-License-Identifier: Apache-2.0
/**
 * Across ranks: which calls form one collective or one message ({@link CollectiveMatcher}), and what a rank can learn from
 * its peers.
 */
package org.etude.link.match;
