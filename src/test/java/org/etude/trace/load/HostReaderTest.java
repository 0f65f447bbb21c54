// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.NodeIo;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReaderTest {
    @TempDir
    Path dir;

    private HostTrace host(String text) {
        return TraceFiles.load(TraceFiles.write(dir.resolve("host_0.json"), text))
                .ranks()
                .get(0)
                .host();
    }

    @Test
    void readsTheNestedLayout() {
        HostTrace trace = host(TraceFiles.HOST);
        assertThat(trace.size()).isEqualTo(3);
        assertThat(trace.id(2)).isEqualTo(9);
        assertThat(trace.parent(0)).isEqualTo(-1);
        assertThat(trace.parent(1)).isZero();
        assertThat(trace.parent(2)).isEqualTo(1);
        assertThat(trace.indexOf(9)).isEqualTo(2);
        assertThat(trace.indexOf(3)).isEqualTo(-1);
        assertThat(trace.recordFunctionId(2)).isEqualTo(-1L);
        assertThat(trace.tid(1)).isEqualTo(1);
        assertThat(trace.sequenceId(2)).isEqualTo(-1);
        assertThat(trace.opSchema(2)).isEqualTo("f(x)");
        assertThat(trace.inputBytes(2)).isEqualTo(40);
        assertThat(trace.outputBytes(2)).isEqualTo(40);
        assertThat(trace.inputBytes(0)).isEqualTo(-1);
        assertThat(trace.inputs(2).values()).startsWith("[[[5,6,0,10,4,\"cuda:0\"]],33");
        assertThat(trace.header())
                .isEqualTo(new HostHeader(
                        dir.resolve("host_0.json").toString(), "1.1.1-chakra.0.0.4", 7, "2026-01-01 00:00:00", 10, 20));
    }

    @Test
    void readsPositionalInputsOfACollective() {
        CommArgs comm = host(TraceFiles.HOST).comm(2);
        assertThat(comm.collective()).isEqualTo("allreduce");
        assertThat(comm.dtype()).isEqualTo("Float");
        assertThat(comm.inElements()).isEqualTo(10);
        assertThat(comm.outElements()).isEqualTo(10);
        assertThat(comm.groupName()).isEqualTo("0");
        assertThat(comm.groupDesc()).isEqualTo("default_pg");
        assertThat(comm.groupRanks()).containsExactly(0, 1);
        assertThat(comm.sequence()).isEqualTo(33);
    }

    @Test
    void readsTheFlatLayoutOf2023() {
        HostTrace trace = host("""
                {"schema":"1.0.1","pid":1,"nodes":[{"name":"record_param_comms","id":4,"rf_id":3,"parent":1,"fw_parent":2,
                "seq_id":8,"scope":1,"tid":2,"fw_tid":1,"op_schema":"s",
                "inputs":[[[1,2,0,8,2,"cuda:0"],[3,4,0,8,2,"cuda:0"]],337,93825114103440,0,"all_to_allv",[1,2],[2,1],8],
                "input_shapes":[],"input_types":["GenericList[Tensor(c10::Half)]"],"outputs":[],"output_shapes":[],
                "output_types":[]},
                {"name":"record_param_comms","id":5,"rf_id":4,"parent":1,"inputs":[338,0,0,"wait",[],[],1]}]}
                """);
        assertThat(trace.forwardParent(0)).isEqualTo(2);
        assertThat(trace.sequenceId(0)).isEqualTo(8);
        assertThat(trace.scope(0)).isEqualTo(1);
        assertThat(trace.forwardTid(0)).isEqualTo(1);
        assertThat(trace.inputBytes(0)).isEqualTo(32);
        assertThat(trace.comm(0).collective()).isEqualTo("all_to_allv");
        assertThat(trace.comm(0).dtype()).isEqualTo("Half");
        assertThat(trace.comm(0).inSplit()).containsExactly(1L, 2L);
        assertThat(trace.comm(0).groupSize()).isEqualTo(8);
        assertThat(trace.comm(1).collective()).isEqualTo("wait");
        assertThat(trace.comm(1).inElements()).isEqualTo(-1);
        assertThat(trace.comm(1).sequence()).isEqualTo(338);
    }

    @Test
    void attributesWinOverPositionsAndPeersBecomeGlobal() {
        HostTrace trace = host("""
                {"schema":"1.1.0-chakra.0.0.4","nodes":[{"attrs":[{"value":"send","name":"collective_name"},
                {"name":"in_msg_nelems","value":7},{"name":"dtype","value":"Byte"},{"name":"pg_size","value":2}],
                "id":4,"ctrl_deps":[1],"inputs":{"values":[[[1,2,0,8,2,"cuda:0"]],[3,true],["1","tp"],1,"send",[],[],4,2,2]},
                "name":"record_param_comms"}]}
                """);
        CommArgs comm = trace.comm(0);
        assertThat(comm.collective()).isEqualTo("send");
        assertThat(comm.inElements()).isEqualTo(7);
        assertThat(comm.groupRanks()).containsExactly(4, 6);
        assertThat(comm.peer()).isEqualTo(6);
        assertThat(comm.sequence()).isEqualTo(3);
        assertThat(trace.parentId(0)).isEqualTo(1);
    }

    @Test
    void readsProcessGroups() {
        HostTrace trace = host("""
                {"schema":"1.1.1-chakra.0.0.4","nodes":[{"id":3,"name":"## process_group:init ##","ctrl_deps":2,"inputs":
                {"values":["[{\\"pg_name\\": \\"ea2f_0\\", \\"pg_desc\\": \\"dp\\", \\"backend_config\\": \\"cuda:nccl\\", \\"ranks\\": [0, 2], \\"group_size\\": 2}]"]},
                "attrs":[]}]}
                """);
        assertThat(trace.groups()).containsExactly(new ProcessGroup("ea2f_0", "dp", "cuda:nccl", 2, List.of(0, 2)));
    }

    @Test
    void keepsAllInputsWhenAsked() {
        Path file = TraceFiles.write(dir.resolve("host_0.json"), """
                {"schema":"1.0.1","nodes":[{"id":4,"name":"aten::add","parent":1,"inputs":[ 1, "a\\"b" ],"input_types":["Int","String"]}]}
                """);
        HostTrace without = TraceFiles.load(file).ranks().get(0).host();
        HostTrace with = TraceLoader.load(List.of(file), LoadOptions.defaults().withKeepInputs(), Progress.NONE)
                .ranks()
                .get(0)
                .host();
        assertThat(without.inputs(0)).isEqualTo(NodeIo.NONE);
        assertThat(with.inputs(0)).isEqualTo(new NodeIo("[1,\"a\\\"b\"]", "", "[\"Int\",\"String\"]", ""));
    }

    @Test
    void readsAnUnknownSchemaByItsShapeWithAWarning() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(
                dir.resolve("host_0.json"), TraceFiles.HOST.replace("1.1.1-chakra.0.0.4", "3.0.0-chakra.9")));
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(3);
        assertThat(TraceFiles.whats(traces)).contains("unknown schema version 3.0.0-chakra.9");
    }

    @Test
    void knowsEveryChakraReleaseOfAKnownSchema() {
        for (String schema : List.of("1.1.1-chakra.1.0.0", "1.0.2-chakra.0.0.5", "1.1.0", "1.1.1-chakra.2.0.0-rc1")) {
            TraceSet traces = TraceFiles.load(TraceFiles.write(
                    dir.resolve("host_0.json"), TraceFiles.HOST.replace("1.1.1-chakra.0.0.4", schema)));
            assertThat(TraceFiles.whats(traces)).as(schema).noneMatch(what -> what.contains("schema"));
        }
        for (String schema : List.of("1.2.0-chakra.0.0.4", "1.1.1-chakra.", "1.1.1-other.1")) {
            TraceSet traces = TraceFiles.load(TraceFiles.write(
                    dir.resolve("host_0.json"), TraceFiles.HOST.replace("1.1.1-chakra.0.0.4", schema)));
            assertThat(TraceFiles.whats(traces)).contains("unknown schema version " + schema);
        }
    }

    @Test
    void reportsDuplicateAndDanglingIds() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("host_0.json"), """
                {"schema":"1.0.1","nodes":[{"id":1,"name":"r","parent":1,"rf_id":0},{"id":4,"name":"a","parent":77,"rf_id":5},
                {"id":4,"name":"b","parent":1,"rf_id":5},{"name":"x","parent":1}]}
                """));
        assertThat(TraceFiles.whats(traces))
                .contains(
                        "1 node shares an rf_id with another",
                        "1 node shares an id with another",
                        "1 node names a parent that is not in the file",
                        "1 node without an id");
        HostTrace host = traces.ranks().get(0).host();
        assertThat(host.name(host.indexOf(4))).isEqualTo("b");
    }
}
