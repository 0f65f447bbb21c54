// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;

/**
 * One line of a sweep's table.
 *
 * @param labels what was varied
 * @param key the name of its inputs by content, or "" when it was skipped
 * @param outcome what came out
 * @param cached whether it was known before
 */
public record SweepRow(Map<String, String> labels, String key, SweepOutcome outcome, boolean cached) {}
