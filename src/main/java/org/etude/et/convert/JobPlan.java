// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.et.comm.CommUse;
import org.etude.et.comm.Communicators;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;

/**
 * Decisions made once for all ranks of a conversion: process groups, start offsets and job metadata. Its size depends
 * on the number of groups and ranks, not on the communication.
 *
 * @param world number of ranks of the job
 * @param groups number of each process group that is not the whole job
 * @param offsetNanos by position, how much later than the first each rank starts, in ns
 * @param job job metadata for the ranks' traces
 * @param groupFindings findings on process groups, by key
 * @param findings findings on the whole job
 * @param dominant the most frequent collective in lower case
 * @param options how to convert
 */
public record JobPlan(
        int world,
        Map<Communicators.Group, Integer> groups,
        long[] offsetNanos,
        RecordedJob job,
        Map<String, Finding> groupFindings,
        List<Finding> findings,
        String dominant,
        ConvertOptions options) {
    /**
     * The plan of a job.
     *
     * @param worldSize number of ranks according to the traces
     * @param ranks the ranks present, in order
     */
    public static JobPlan of(int worldSize, List<RankFacts> ranks, ConvertOptions options) {
        List<Finding> findings = new ArrayList<>();
        GroupNumbers groups = GroupNumbers.of(Math.max(worldSize, ranks.size()), ranks);
        int incomplete = new UnrecordedRanks(worldSize, ranks).worldSize(findings);
        RankStarts starts = new RankStarts(ranks, keepsStarts(options), findings);
        return new JobPlan(
                groups.world(),
                groups.numbers(),
                starts.offsets(),
                RecordedJob.of(ranks, incomplete, starts.onOneClock()),
                groups.findingsByKey(),
                findings,
                dominant(ranks),
                options);
    }

    /** Whether recorded differences between the starts of ranks are kept in the execution traces. */
    static boolean keepsStarts(ConvertOptions options) {
        return options.kernelTime() == ConvertOptions.KernelTime.MEASURED
                && !options.onlyCommunication()
                && !options.together();
    }

    /** The most frequent collective over all ranks, "workload" when there is none. */
    private static String dominant(List<RankFacts> ranks) {
        Map<CollectiveType, Integer> counts = new EnumMap<>(CollectiveType.class);
        for (RankFacts rank : ranks) {
            for (CommUse use : rank.uses()) {
                if (use.type() != CollectiveType.UNKNOWN && use.type() != CollectiveType.BARRIER) {
                    counts.merge(use.type(), use.count(), Integer::sum);
                }
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<CollectiveType, Integer>comparingByValue()
                        .thenComparing(e -> -e.getKey().ordinal()))
                .map(e -> e.getKey().name().toLowerCase(Locale.ROOT))
                .orElse("workload");
    }

    /** Prefix of the files' names. */
    String prefix() {
        String name = options.prefix().equals(ConvertOptions.AUTO) ? dominant : options.prefix();
        return options.modelTag().isEmpty() ? name : name + "." + options.modelTag();
    }

    /**
     * Metadata about the recorded job in a rank's trace.
     *
     * @param ranks recorded ranks
     * @param incomplete size of the job when some of its ranks are missing, else 0
     * @param clock whether the times of the ranks can be compared
     * @param machines names of the machines it was recorded on, in the order of their first ranks
     */
    record RecordedJob(int ranks, int incomplete, boolean clock, List<String> machines) {
        /** Copies the list. */
        RecordedJob {
            machines = List.copyOf(machines);
        }

        /** The job of linked ranks. */
        static RecordedJob of(List<RankFacts> ranks, int incomplete, boolean clock) {
            List<String> machines = ranks.stream()
                    .map(RankFacts::machine)
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .toList();
            return new RecordedJob(ranks.size(), incomplete, clock, machines);
        }

        /** The number of a machine, or -1. */
        int machine(String name) {
            return machines.indexOf(name);
        }
    }
}
