// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;

/**
 * One row of a sweep's table.
 *
 * @param labels the varied values by name
 * @param key content key of its inputs, or "" when it was skipped
 * @param outcome its outcome
 * @param cached whether the outcome came from the cache
 */
public record SweepRow(Map<String, String> labels, String key, SweepOutcome outcome, boolean cached) {}
