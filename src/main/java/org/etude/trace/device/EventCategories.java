// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.StringTable;

/**
 * The category texts of one Kineto file and the kinds they denote in any PyTorch version (pytorch/kineto {@code
 * libkineto/include/ActivityType.h}): those of the host's calls for an accelerator are RUNTIME, of work on it KERNEL.
 * Categories that hold no work (spans, overheads, records of events, metrics) are OTHER.
 */
public final class EventCategories {
    private final StringTable texts = new StringTable();
    private final ByteNames finder = new ByteNames(texts);
    private final List<EventKind> kinds = new ArrayList<>();
    private final IntArrayList unknownCounts = new IntArrayList();

    /** The number of the category text a cursor scanned last. */
    int idOf(JsonCursor cursor) {
        return finder.idOf(cursor);
    }

    /** The kind of a category by number; an unknown one is counted. */
    EventKind kind(int id) {
        while (kinds.size() <= id) {
            kinds.add(kindOf(texts.text(kinds.size())));
            unknownCounts.add(0);
        }
        EventKind kind = kinds.get(id);
        if (kind == null) {
            unknownCounts.set(id, unknownCounts.getInt(id) + 1);
            return EventKind.OTHER;
        }
        return kind;
    }

    /** Unknown categories and how often they occurred: {@code "foo (3)"}. */
    public List<String> unknown() {
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < unknownCounts.size(); id++) {
            if (unknownCounts.getInt(id) > 0) {
                rows.add("'" + texts.text(id) + "' (" + unknownCounts.getInt(id) + ")");
            }
        }
        return rows;
    }

    /** Whether ranges of a category, by number, carry hardware counters. */
    boolean hasCounters(int id) {
        return texts.text(id).equalsIgnoreCase("cuda_profiler_range");
    }

    private static EventKind kindOf(String category) {
        return switch (category.toLowerCase(Locale.ROOT)) {
            case "cpu_op", "operator" -> EventKind.CPU_OP;
            case "user_annotation" -> EventKind.USER_ANNOTATION;
            case "python_function" -> EventKind.PYTHON;
            case "cuda_runtime",
                    "cuda_driver",
                    "runtime",
                    "driver",
                    "hip_runtime",
                    "hip_driver",
                    "xpu_runtime",
                    "xpu_driver",
                    "mtia_runtime",
                    "glow_runtime",
                    "hpu_op",
                    "privateuse1_runtime",
                    "privateuse1_driver" -> EventKind.RUNTIME;
            case "kernel", "concurrent_kernel", "mtia_ccp_events" -> EventKind.KERNEL;
            case "gpu_memcpy", "memcpy" -> EventKind.MEMCPY;
            case "gpu_memset", "memset" -> EventKind.MEMSET;
            case "cuda_sync", "hip_sync" -> EventKind.SYNC;
            case "gpu_user_annotation" -> EventKind.GPU_ANNOTATION;
            case "trace",
                    "overhead",
                    "cuda_profiler_range",
                    "cpu_instant_event",
                    "external_correlation",
                    "cuda_event",
                    "xpu_sync",
                    "xpu_scope_profiler",
                    "mtia_insight",
                    "mtia_counters" -> EventKind.OTHER;
            default -> null;
        };
    }
}
