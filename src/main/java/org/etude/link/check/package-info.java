// SPDX-License-Identifier: Apache-2.0
/**
 * Checks whether a recording can be simulated ({@link Readiness}): one finding per rank and check, with the reason.
 */
package org.etude.link.check;
