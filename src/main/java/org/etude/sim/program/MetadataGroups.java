// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNodeType;
import org.etude.trace.comm.GroupList;
import org.etude.trace.model.ProcessGroup;

/**
 * The process groups that METADATA nodes of one trace define, as ASTRA-sim uses them: an empty list means all ranks,
 * and only groups with numeric names can be used.
 */
final class MetadataGroups {
    private static final String NUMBER = "[0-9]{1,8}";

    private final Map<Integer, List<Integer>> members = new TreeMap<>();
    private final int jobRanks;
    private final FindingLog findings;

    private MetadataGroups(int jobRanks, FindingLog findings) {
        this.jobRanks = jobRanks;
        this.findings = findings;
    }

    /**
     * Reads the groups of a trace.
     *
     * @param rank the first rank that has the trace
     * @param jobRanks number of ranks in the job
     * @return ranks of each group by its number, in their order
     */
    static Map<Integer, List<Integer>> of(RankProgram program, int rank, int jobRanks, FindingLog findings) {
        MetadataGroups groups = new MetadataGroups(jobRanks, findings);
        EtGraph graph = program.graph;
        for (int n = 0; n < program.size; n++) {
            if (program.type[n] == EtNodeType.METADATA) {
                EtIo inputs = graph.inputs(program.source(n));
                if (inputs != null && !inputs.values().isBlank()) {
                    groups.read(inputs.values().strip(), rank, program.describe(n));
                }
            }
        }
        return groups.members;
    }

    private void read(String values, int rank, String where) {
        if (!values.contains("pg_name")) {
            return;
        }
        List<ProcessGroup> listed = GroupList.ofInputs(values, List.of());
        if (listed == null) {
            findings.warn(
                    rank,
                    where,
                    "process groups cannot be read",
                    "their list is truncated or damaged",
                    "it defines no communicator groups; give them in a group file");
        } else {
            listed.forEach(group -> define(group, rank, where));
        }
    }

    private void define(ProcessGroup group, int rank, String where) {
        String name = group.name();
        List<Integer> ranks = group.ranks();
        if (!name.matches(NUMBER)) {
            findings.warn(
                    rank,
                    where,
                    "process group \"" + name + "\" has no number",
                    "communicator groups are identified by numbers",
                    "it cannot be used; repair() gives it one");
            return;
        }
        members.put(
                Integer.parseInt(name),
                ranks.isEmpty() ? IntStream.range(0, jobRanks).boxed().toList() : ranks);
    }
}
