// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a communication kernel of a linked JSON becomes, by its name and its callers', with the original's limits and without. */
class LinkedCommKernelsTest {
    private static final String IO =
            "\"inputs\":{\"values\":[],\"shapes\":[],\"types\":[]},\"outputs\":{\"values\":[],\"shapes\":[],\"types\":[]}";

    @TempDir
    Path dir;

    private static String node(int id, String name, int parent, String rest) {
        return "{\"id\":" + id + ",\"name\":\"" + name + "\",\"ctrl_deps\":" + parent + "," + IO + rest + "}";
    }

    /** Caller, record_param_comms (or, where that is "", none) and kernel; the kernel is the last node. */
    private EtGraph convert(String caller, String record, String kernel, boolean compat) {
        StringBuilder nodes = new StringBuilder();
        nodes.append(node(1, "[pytorch|profiler|execution_trace|process]", 1, ""))
                .append(',');
        nodes.append(node(2, "[pytorch|profiler|execution_trace|thread]", 1, ""))
                .append(',');
        nodes.append(node(3, caller, 2, "")).append(',');
        String group = ",\"attrs\":[{\"name\":\"pg_name\",\"type\":\"string\",\"value\":\"9\"}]";
        nodes.append(record.isEmpty() ? "" : node(4, record, 3, group) + ",");
        nodes.append(node(5, kernel, record.isEmpty() ? 3 : 4, ",\"cat\":\"kernel\",\"stream\":4,\"exclusive_dur\":5"));
        Path file = dir.resolve("linked.json");
        try {
            Files.writeString(file, "{\"schema\":\"1.1.1-chakra.0.0.4\",\"nodes\":[" + nodes + "]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return LinkedTraceConverter.convert(file, compat);
    }

    private static int last(EtGraph graph) {
        return graph.indexOf(5);
    }

    @ParameterizedTest
    @CsvSource({
        "ncclDevKernel_AllReduce_Sum_f32, ALL_REDUCE",
        "ncclKernel_AllGather_RING_LL, ALL_GATHER",
        "ncclDevKernel_ReduceScatter_Sum, REDUCE_SCATTER",
        "ncclKernel_Broadcast_RING, BROADCAST",
        "ncclDevKernel_SendRecv, ALL_TO_ALL"
    })
    void namesThatTheOriginalKnows(String kernel, CollectiveType type) {
        for (boolean compat : new boolean[] {true, false}) {
            EtGraph graph = convert("nccl:x", "", kernel, compat);
            assertThat(graph.type(last(graph))).isEqualTo(EtNodeType.COMM_COLL);
            assertThat(graph.integer(last(graph), EtNames.COMM_TYPE, -1)).isEqualTo(type.number());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ncclDevKernel_Reduce_Sum_f32, nccl:reduce, REDUCE",
        "ncclDevKernel_Generic, c10d::gather_, GATHER",
        "ncclDevKernel_Generic, c10d::barrier, BARRIER",
        "ncclDevKernel_Generic, nccl:all_to_all, ALL_TO_ALL"
    })
    void namesThatOnlyTheFixedConversionKnows(String kernel, String caller, CollectiveType type) {
        EtGraph graph = convert(caller, "record_param_comms", kernel, false);
        assertThat(graph.integer(last(graph), EtNames.COMM_TYPE, -1)).isEqualTo(type.number());
        assertThatThrownBy(() -> convert(caller, "record_param_comms", kernel, true))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("node 5: the name '" + kernel + "'");
    }

    @ParameterizedTest
    @CsvSource({"nccl:send 0->1, COMM_SEND", "c10d::recv_, COMM_RECV", "nccl:all_to_all, COMM_COLL"})
    void theCallerOfATransferTellsItsDirection(String caller, EtNodeType type) {
        for (String record : new String[] {"", "record_param_comms"}) {
            EtGraph graph = convert(caller, record, "ncclDevKernel_SendRecv(x)", true);
            assertThat(graph.type(last(graph))).isEqualTo(type);
            assertThat(graph.string(last(graph), EtNames.PG_NAME, "none")).isEqualTo(record.isEmpty() ? "none" : "9");
        }
    }

    @Test
    void theOldNameOfTransfersIsATransferOnlyWhenFixed() {
        EtGraph fixed = convert("nccl:send", "", "ncclKernel_SendRecv_RING", false);
        assertThat(fixed.type(last(fixed))).isEqualTo(EtNodeType.COMM_SEND);
        assertThatThrownBy(() -> convert("nccl:send", "", "ncclKernel_SendRecv_RING", true))
                .hasMessageContaining("does not correspond to a recognized collective");
    }

    @Test
    void otherKernelsCompute() {
        EtGraph graph = convert("nccl:send", "", "gemm_send", true);
        assertThat(graph.type(last(graph))).isEqualTo(EtNodeType.COMP);
        assertThat(graph.has(last(graph), EtNames.COMM_SIZE)).isFalse();
    }
}
