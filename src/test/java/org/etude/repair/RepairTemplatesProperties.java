// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;

/** Examining the shared parts of a template's ranks only once changes neither findings nor results of a repair. */
class RepairTemplatesProperties {
    static final List<RepairOptions.Mismatch> MISMATCHES = List.of(RepairOptions.Mismatch.values());

    @Property(tries = 600)
    void changesNothingButTheTime(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 7) int ranks,
            @ForAll @IntRange(min = 0, max = 3) int faulty) {
        Random random = new Random(seed);
        EtSet set = job(random, ranks, faulty);
        RepairOptions options = random.nextBoolean() ? RepairOptions.defaults() : RepairOptions.forAstraSim();
        options = options.withMismatch(MISMATCHES.get(random.nextInt(MISMATCHES.size())));
        assertAllTheSame(set, options);
    }

    /** Once for each template, once for each trace, and for traces that share nothing. */
    private static void assertAllTheSame(EtSet set, RepairOptions options) {
        Repaired plain = Repair.run(set, options, Progress.NONE, false);
        EtSet copied = new EtSet(
                set.prefix(),
                set.ranks().stream().map(RepairTemplatesProperties::copy).toList(),
                set.groups(),
                set.report());
        assertSame(Repair.run(set, options, Progress.NONE, true), plain);
        assertSame(Repair.run(copied, options, Progress.NONE, true), plain);
    }

    private static void assertSame(Repaired one, Repaired other) {
        assertThat(one.changes()).isEqualTo(other.changes());
        assertThat(one.set().report().findings()).isEqualTo(other.set().report().findings());
        assertThat(one.set().groups().groups()).isEqualTo(other.set().groups().groups());
        for (int rank = 0; rank < other.set().ranks().size(); rank++) {
            EtGraph graph = one.set().ranks().get(rank);
            EtGraph expected = other.set().ranks().get(rank);
            assertThat(Graphs.ids(graph)).isEqualTo(Graphs.ids(expected));
            assertThat(Graphs.content(graph)).isEqualTo(Graphs.content(expected));
        }
    }

    private static EtGraph copy(EtGraph graph) {
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        graph.nodes().forEach(builder::add);
        return builder.build();
    }

    /** Ranks that are made of one or two traces by renaming groups and peers, most of them correctly. */
    static EtSet job(Random random, int ranks, int faulty) {
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        for (int group = 1; group <= 1 + 3 * ranks; group++) {
            List<Integer> members = new ArrayList<>();
            for (int rank = 0; rank < ranks + (random.nextInt(20) < faulty ? 1 : 0); rank++) {
                members.add(rank);
            }
            members.removeIf(rank -> random.nextInt(30) < faulty);
            if (random.nextInt(20) >= faulty && !members.isEmpty()) {
                groups.put(group, members);
            }
        }
        List<EtGraph> all = new ArrayList<>();
        EtGraph base = null;
        int from = 0;
        int shared = 1 + random.nextInt(2);
        for (int rank = 0; rank < ranks; rank++) {
            if (base == null || random.nextInt(5) == 0) {
                base = Graphs.of(trace(new Random(shared), new Random(random.nextLong()), rank, ranks, faulty));
                from = rank;
            }
            EtGraph last = all.isEmpty() ? base : all.get(rank - 1);
            all.add(random.nextInt(8) < faulty / 2 ? last : moved(base, from, rank, ranks, random, faulty));
        }
        return new EtSet("t", all, new CommGroups(groups), Report.empty());
    }

    private static EtGraph moved(EtGraph base, int from, int to, int ranks, Random random, int faulty) {
        boolean bad = random.nextInt(12) < faulty;
        int apart = random.nextInt(6) == 0 ? 0 : 3;
        EtGraphEdit edit = EtGraphEdit.of(base);
        edit.groups(name -> {
            boolean number = !name.isEmpty() && Character.isDigit(name.charAt(0)) && !name.equals("0");
            String next = number && random.nextBoolean() ? "" + (1 + (Integer.parseInt(name) - 1) % 3 + apart) : name;
            return bad && random.nextInt(3) == 0
                    ? List.of("", "0", "2", "x", "99").get(random.nextInt(5))
                    : next;
        });
        edit.peers(rank ->
                bad && random.nextInt(3) == 0 ? random.nextInt(ranks + 2) - 1 : Math.floorMod(rank - from + to, ranks));
        return edit.build();
    }

    /** Collectives, work, and messages around the ranks; {@code script} says the same for all ranks that begin with the same. */
    private static List<EtNode> trace(Random script, Random fault, int rank, int ranks, int faulty) {
        List<EtNode> nodes = new ArrayList<>();
        for (int id = 1; id <= 25; id++) {
            int kind = script.nextInt(4);
            int by = script.nextInt(ranks);
            int size = 1 + script.nextInt(3);
            int tag = script.nextInt(2);
            String group = "" + (1 + script.nextInt(3));
            if (kind == 0) {
                nodes.add(Graphs.comp(id, id - 1));
            } else if (kind == 1) {
                nodes.add(Graphs.send(id, rank, (rank + by) % ranks, tag, size, id - 1));
                id++;
                nodes.add(Graphs.recv(id, Math.floorMod(rank - by, ranks), rank, tag, size, id - 2));
            } else {
                EtNode call = Graphs.allReduce(id, size, id - 1);
                nodes.add(size == 3 ? call : with(call, EtAttribute.string(EtNames.PG_NAME, group)));
            }
        }
        nodes.set(0, Graphs.comp(1));
        nodes.replaceAll(node -> fault.nextInt(60) < faulty ? broken(node, fault) : node);
        return nodes;
    }

    private static EtNode with(EtNode node, EtAttribute attribute) {
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(attribute);
        return node.withAttributes(attributes);
    }

    private static EtNode broken(EtNode node, Random random) {
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        switch (random.nextInt(6)) {
            case 0 -> {
                if (!attributes.isEmpty()) {
                    attributes.remove(random.nextInt(attributes.size()));
                }
            }
            case 1 ->
                attributes.add(EtAttribute.string(
                        EtNames.PG_NAME, List.of("0", "", "77", "y").get(random.nextInt(4))));
            case 2 -> attributes.add(EtAttribute.int64(EtNames.COMM_SIZE, random.nextInt(3) - 1));
            case 3 -> attributes.add(EtAttribute.int64(EtNames.COMM_DST, random.nextInt(3) - 1));
            case 4 -> attributes.add(EtAttribute.int64(EtNames.PG_NAME, random.nextInt(3)));
            default -> {
                return EtNode.of(node.id(), node.name(), EtNodeType.INVALID, attributes.toArray(EtAttribute[]::new));
            }
        }
        return node.withAttributes(attributes);
    }

    @Example
    void soundRanksOfOneTemplateAreLookedAtOnce() {
        List<EtGraph> all = new ArrayList<>();
        EtGraph base = Graphs.of(trace(new Random(3), new Random(1), 0, 4, 0));
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        for (int group = 1; group <= 3; group++) {
            groups.put(group, List.of(0, 1, 2, 3));
        }
        for (int rank = 0; rank < 4; rank++) {
            int to = rank;
            all.add(EtGraphEdit.of(base).peers(peer -> (peer + to) % 4).build());
        }
        EtSet set = new EtSet("t", all, new CommGroups(groups), Report.empty());
        assertThat(all.get(3)).isNotSameAs(base);
        assertThat(all.get(3).template()).isSameAs(base.template());
        assertThat(Repair.run(set).changes()).isEmpty();
        assertAllTheSame(set, RepairOptions.defaults());
    }
}
