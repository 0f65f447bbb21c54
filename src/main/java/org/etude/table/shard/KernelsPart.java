// SPDX-License-Identifier: Apache-2.0
package org.etude.table.shard;

import java.util.List;
import org.etude.analysis.recorded.KernelUse;
import org.etude.trace.load.LoadedFile;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * Kernel times of one trace file, whose rank is unknown until all files are known.
 *
 * @param head the file without its events
 * @param steps the steps it shows
 * @param uses times by kernel
 * @param events events of the step, or of all
 * @param left events that pass the filter
 */
record KernelsPart(LoadedFile head, List<StepWindow> steps, List<KernelUse> uses, long events, long left) {}
