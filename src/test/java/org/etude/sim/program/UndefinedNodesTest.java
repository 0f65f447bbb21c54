// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.repair.Repair;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.spec.RepairOptions;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of the types 8 to 10 and with the StorageInfo in field 11 that Chakra has since 2026. */
class UndefinedNodesTest {
    private static final byte[] STORAGE_INFO = {0x5a, 4, 8, 1, 16, 7};

    /** compute(1) -> STORAGE(2, with field 11) -> CHECKPOINT(3) -> compute(4). */
    private static byte[] file() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        record(out, new byte[] {0x0a, 1, '1'});
        record(out, node(1, 4, 0, 5, new byte[0]));
        record(out, node(2, 8, 1, 3, STORAGE_INFO));
        record(out, node(3, 10, 2, 3, new byte[0]));
        record(out, node(4, 4, 3, 5, new byte[0]));
        out.flush();
        return bytes.toByteArray();
    }

    private static void record(CodedOutputStream out, byte[] record) throws IOException {
        out.writeUInt32NoTag(record.length);
        out.writeRawBytes(record);
    }

    private static byte[] node(long id, int type, long dep, long micros, byte[] more) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeUInt64(1, id);
        out.writeString(2, "n" + id);
        out.writeUInt64(3, type);
        if (dep > 0) {
            out.writeByteArray(5, new byte[] {(byte) dep});
        }
        out.writeUInt64(7, micros);
        out.writeRawBytes(more);
        out.flush();
        return bytes.toByteArray();
    }

    @TempDir
    Path dir;

    private EtGraph read(byte[] bytes) throws IOException {
        return EtFiles.read(Files.write(dir.resolve("in.0.et"), bytes));
    }

    private byte[] write(EtGraph graph) throws IOException {
        Path out = dir.resolve("out.0.et");
        EtFiles.write(graph, out);
        return Files.readAllBytes(out);
    }

    private static EtGraph repaired(EtGraph graph, RepairOptions options) {
        EtSet set = new EtSet("t", List.of(graph), CommGroups.none(), Report.empty());
        return Repair.run(set, options, Progress.ambient()).set().ranks().get(0);
    }

    @Test
    void survivesReadingAndWriting() throws IOException {
        assertThat(write(read(file()))).isEqualTo(file());
    }

    @Test
    void survivesRepairThatChangesTheNodeItself() throws IOException {
        byte[] dangling = file();
        // The id of the STORAGE node's dependency: 9 is no node.
        int at = new String(dangling, StandardCharsets.ISO_8859_1).indexOf("*\u0001\u0001");
        dangling[at + 2] = 9;
        EtGraph graph = repaired(read(dangling), RepairOptions.defaults());
        assertThat(graph.size()).isEqualTo(4);
        assertThat(graph.typeNumber(1)).isEqualTo(8);
        assertThat(graph.typeNumber(2)).isEqualTo(10);
        assertThat(graph.columns().nodeUnknown.get(1)).containsExactly(STORAGE_INFO);
        assertThat(graph.depCount(1)).isZero();
    }

    @Test
    void leavesForAstraSimWithItsDependantsWaitingForWhatItWaitedFor() throws IOException {
        EtGraph graph = repaired(read(file()), RepairOptions.forAstraSim());
        assertThat(graph.size()).isEqualTo(2);
        assertThat(graph.dep(1, 0)).isEqualTo(1);
    }

    @Test
    void isSimulatedWithoutWorkAndSaysSo() throws IOException {
        SimulationResult result =
                Simulator.run(Cases.each(LogicalTopology.ring(2), List.of(read(file()), read(file()))));
        assertThat(result.ranks().finish()).containsExactly(10_000, 10_000);
        assertThat(result.report().findings())
                .extracting(Finding::what)
                .contains(
                        "1 node of the unknown type 8",
                        "1 node of the unknown type 10",
                        "1 node has unknown fields: 11");
        assertThat(result.report().findings())
                .filteredOn(row -> row.what().endsWith("type 8"))
                .singleElement()
                .satisfies(row -> assertThat(row.why()).contains("STORAGE"));
    }
}
