// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.network.queue.LinkUse;
import org.etude.network.queue.MessageLog;
import org.etude.repair.graph.Change;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.table.run.LinksTable;
import org.etude.table.run.MessagesTable;
import org.etude.table.work.ChangesTable;
import org.etude.table.work.NodesTable;
import org.etude.table.work.SummaryTable;
import org.junit.jupiter.api.Test;

/** Rows of the tables that are made of plain values, exactly. */
class TablesTest {
    private static final List<EtGraph> RANKS = List.of(new EtGraphBuilder("0.0.4", List.of())
            .add(EtNode.of(1, "host", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, true))
                    .withDurationMicros(7))
            .add(EtNode.of(2, "kernel", EtNodeType.COMP, EtAttribute.int64(EtNames.DURATION_NS, 1_234))
                    .withDataDeps(1)
                    .withCtrlDeps(1))
            .add(EtNode.of(
                            3,
                            "reduce",
                            EtNodeType.COMM_COLL,
                            EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()),
                            EtAttribute.int64(EtNames.COMM_SIZE, 4096),
                            EtAttribute.string(EtNames.PG_NAME, ""))
                    .withDataDeps(2))
            .add(EtNode.of(
                    4,
                    "send",
                    EtNodeType.COMM_SEND,
                    EtAttribute.int64(EtNames.COMM_SIZE, 8),
                    EtAttribute.int32(EtNames.COMM_DST, 1),
                    EtAttribute.int32(EtNames.COMM_TAG, 5)))
            .add(EtNode.of(5, "odd", EtNodeType.COMM_COLL, EtAttribute.int64(EtNames.COMM_TYPE, 77)))
            .build());

    @Test
    void nodesShowWhatStandsInTheFile() {
        assertThat(TableCsv.text(NodesTable.of(RANKS))).isEqualTo("""
                        rank,node,name,node_type,is_cpu_op,start_us,duration_us,type,size_bytes,group,peer,tag,ctrl_deps,data_deps
                        0,1,host,comp,1,,7,,,,,,0,0
                        0,2,kernel,comp,0,,1.234,,,,,,1,1
                        0,3,reduce,comm_coll,0,,0,all_reduce,4096,0,,,0,1
                        0,4,send,comm_send,0,,0,,8,,1,5,0,0
                        0,5,odd,comm_coll,0,,0,type 77,,,,,0,0
                        """);
    }

    /** A profiler's clock counts from some boot; what people look for is the place within the run. */
    @Test
    void nodesStartAfterTheEarliestOfAllRanks() {
        long boot = 4_360_557_745_668_000L;
        List<EtGraph> ranks = List.of(started(boot + 2_500), started(boot));
        assertThat(NodesTable.of(ranks).doubleColumn("start_us").asDoubleArray())
                .containsExactly(2.5, 0);
    }

    private static EtGraph started(long nanos) {
        return new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(1, "kernel", EtNodeType.COMP, EtAttribute.int64(EtNames.START_NS, nanos)))
                .build();
    }

    @Test
    void theSummaryAddsUpByRankAndSort() {
        assertThat(TableCsv.text(SummaryTable.of(RANKS))).isEqualTo("""
                        rank,kind,nodes,duration_ms,size_bytes,deps
                        0,all_reduce,1,0,4096,1
                        0,compute,1,0.001234,,2
                        0,host,1,0.007,,0
                        0,send,1,0,8,0
                        0,type 77,1,0,0,0
                        """);
    }

    @Test
    void changesShowUnsignedIds() {
        assertThat(TableCsv.text(ChangesTable.of(List.of(new Change(1, -1, "cycles", "remove x", "later, by time")))))
                .isEqualTo("rank,node,pass,action,reason\n"
                        + "1,18446744073709551615,cycles,remove x,\"later, by time\"\n");
    }

    @Test
    void findingsWithoutARankLeaveItEmpty() {
        Report report = Report.of(List.of(
                new Finding(Finding.Level.WARNING, "load", -1, "", "what", "why", "effect"),
                new Finding(Finding.Level.ERROR, "link", 3, "node 1", "w", "y", "e")));
        assertThat(TableCsv.text(FindingsTable.of(report)))
                .isEqualTo("level,stage,rank,place,what,why,effect\n"
                        + "warning,load,,,what,why,effect\nerror,link,3,node 1,w,y,e\n");
    }

    @Test
    void linksAreSharesOfTheRun() {
        LinkUse links = new LinkUse(
                new int[] {0},
                new int[] {1},
                new int[] {0},
                new long[] {100},
                new long[] {250},
                new long[] {2},
                new int[] {1});
        String head = "src,dst,dim,sent_bytes,messages,busy_ns,busy_frac,peak_queue\n";
        assertThat(TableCsv.text(LinksTable.of(links, 1_000))).isEqualTo(head + "0,1,0,100,2,250,0.25,1\n");
        assertThat(TableCsv.text(LinksTable.of(links, 0))).isEqualTo(head + "0,1,0,100,2,250,,1\n");
        assertThat(TableCsv.text(MessagesTable.of(new MessageLog())))
                .isEqualTo("src,dst,size_bytes,tag,sent_ns,arrived_ns\n");
    }
}
