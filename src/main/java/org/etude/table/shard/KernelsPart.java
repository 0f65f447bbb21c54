// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.analysis.recorded.KernelUse;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * What ran by one file of a trace, whose rank is not known before all files are.
 *
 * @param head the file without its events
 * @param steps the steps it shows
 * @param uses what ran and how long
 * @param events events of the step, or of all
 * @param left events that the filter leaves
 */
record KernelsPart(LoadedFile head, List<StepWindow> steps, List<KernelUse> uses, long events, long left) {}
