// SPDX-License-Identifier: Apache-2.0
/**
 * Matches calls of different ranks that form one collective or message ({@link CollectiveMatcher}), and completes a
 * rank's calls from its peers.
 */
package org.etude.link.match;
