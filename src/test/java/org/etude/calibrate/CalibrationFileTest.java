// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationFileTest {
    @TempDir
    private Path dir;

    private Path file() {
        return dir.resolve("runs").resolve("calibration_all.csv");
    }

    private static MetricsRow row(String tag) {
        AlphaCalibration alpha =
                AlphaCalibration.of(new StepMeasurement(662.92, 7.54, 141.7, 4), new SimulatedStep(1000, 100, 900));
        CalibratedRun run =
                new CalibratedRun("calibrate", 2, "2", "ring:2, \"quoted\"", "", "", "", "", "baseline", "", "abc", "");
        return MetricsRow.of(run, tag, tag, alpha, "1.0");
    }

    @Test
    void hasTheStudysColumnsInItsOrder() throws IOException {
        new CalibrationFile(file()).append(row("a"));
        assertThat(Files.readAllLines(file()).get(0))
                .isEqualTo("mode,tag,calib_id,world,logical_dims,topo_desc,qcn,pfc_dyn,buffer,payload,coll_opt,lmbw,"
                        + "alpha_us,alpha_comm_us,alpha_gpu_us,sim_cycles_step,sim_cycles_comm,sim_cycles_gpu,"
                        + "sim_t_step_ms,sim_t_comm_ms,ns3_comm_ms,ns3_rel_err_comm,real_t_step_ms,real_t_comm_ms,"
                        + "real_t_net_comm_ms,real_t_kernel_ms,run_dir,rel_err_step,rel_err_comm,sim_t_comm_ms_comm,"
                        + "rel_err_comm_comm,flags,inputs_sha256,etude_version,seed");
    }

    @Test
    void keepsTextWithCommasAndQuotes() throws IOException {
        CalibrationFile file = new CalibrationFile(file());
        file.append(row("x,y"));
        assertThat(file.rows()).hasSize(1).first().satisfies(r -> {
            assertThat(r).containsEntry("tag", "x,y").containsEntry("topo_desc", "ring:2, \"quoted\"");
            assertThat(r).containsEntry("alpha_us", "662.9200000").containsEntry("qcn", "");
        });
    }

    @Test
    void theSameRowIsNotAddedTwice() throws IOException {
        CalibrationFile file = new CalibrationFile(file());
        assertThat(file.append(row("a"))).isTrue();
        assertThat(file.append(row("a"))).isFalse();
        assertThat(file.append(row("b"))).isTrue();
        assertThat(file.rows()).extracting(r -> r.get("tag")).containsExactly("a", "b");
    }

    @Test
    void aFileOfAnOlderVersionGetsTheNewColumns() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "tag,alpha_us,theirs\nold,0.5,kept\n");
        CalibrationFile file = new CalibrationFile(file());
        file.append(row("new"));
        assertThat(Files.readAllLines(file()).get(0)).startsWith("tag,alpha_us,theirs,mode,calib_id,");
        assertThat(file.rows().get(0)).containsEntry("theirs", "kept").containsEntry("mode", "");
        assertThat(file.rows().get(1)).containsEntry("theirs", "").containsEntry("mode", "calibrate");
    }

    @Test
    void refusesAnotherFileAndLeavesItAlone() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "a,b\n1,2\n");
        assertThatThrownBy(() -> new CalibrationFile(file()).append(row("a")))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no column alpha_us, found a,b");
        assertThat(file()).hasContent("a,b\n1,2\n");
    }

    @Test
    void refusesARowThatIsTooLongOrCutShort() throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "tag,alpha_us\nx,1,2\n");
        assertThatThrownBy(() -> new CalibrationFile(file()).append(row("a")))
                .hasMessageContaining("line 2: 3 cells under 2 columns");
        Files.writeString(file(), "tag,alpha_us,flags\nx,1,\ny,2\n");
        assertThatThrownBy(() -> new CalibrationFile(file()).append(row("a")))
                .hasMessageContaining("line 3: 2 cells under 3 columns");
        assertThat(file()).hasContent("tag,alpha_us,flags\nx,1,\ny,2\n");
    }

    @Test
    void processesAndThreadsAddAtOnce() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<Process> processes = new ArrayList<>();
        for (String name : List.of("p", "q")) {
            processes.add(new ProcessBuilder(java, "-cp", classPath(), Adder.class.getName(), file().toString(), name)
                    .redirectErrorStream(true)
                    .redirectOutput(new File(dir.toFile(), name + ".log"))
                    .start());
        }
        Thread thread = new Thread(() -> Adder.add(file(), "t"));
        thread.start();
        Adder.add(file(), "u");
        thread.join();
        for (Process process : processes) {
            assertThat(process.waitFor())
                    .as(Files.readString(dir.resolve("p.log")))
                    .isZero();
        }
        Set<String> tags = new HashSet<>();
        new CalibrationFile(file()).rows().forEach(r -> tags.add(r.get("tag")));
        assertThat(tags).hasSize(4 * Adder.ROWS);
        try (Stream<Path> left = Files.list(file().getParent())) {
            assertThat(left.map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder("calibration_all.csv", ".calibration_all.csv.lock");
        }
    }

    /** The class path of the process, however this test was started. */
    private static String classPath() {
        return Stream.of(Adder.class, CalibrationFile.class, de.siegmar.fastcsv.reader.CsvReader.class)
                .map(c -> new File(URI.create(c.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A process that adds rows. */
    static final class Adder {
        static final int ROWS = 25;

        private Adder() {}

        public static void main(String[] args) {
            add(Path.of(args[0]), args[1]);
        }

        static void add(Path file, String name) {
            for (int i = 0; i < ROWS; i++) {
                new CalibrationFile(file).append(row(name + i));
            }
        }
    }
}
