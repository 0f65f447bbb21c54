// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import java.util.List;
import org.etude.et.wire.EtSet;
import org.etude.repair.graph.Change;

/**
 * The result of repair.
 *
 * @param set the repaired traces, with findings in their report
 * @param changes every change, by pass and rank; unmodifiable
 */
public record Repaired(EtSet set, List<Change> changes) {}
