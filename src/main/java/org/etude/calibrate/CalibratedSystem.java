// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.text.NetworkYaml;
import org.etude.topology.text.TopologyFiles;

/**
 * The system settings under which a calibrated network reproduces measured times: one ring and direct all-to-alls, unsplit
 * collectives, no endpoint delay.
 */
public final class CalibratedSystem {
    private CalibratedSystem() {}

    /** The settings. */
    public static SystemSpec spec() {
        return SystemSpec.ofLibraries().toBuilder().allLinks(false).build();
    }

    /**
     * Writes a network and this system in ASTRA-sim's formats.
     *
     * @throws TopologyException when a file cannot be written
     */
    public static void write(LogicalTopology network, Path directory) {
        write(directory.resolve(TopologyFiles.NETWORK), NetworkYaml.write(network));
        write(directory.resolve(TopologyFiles.SYSTEM), text(network.size()));
    }

    private static String text(int dims) {
        String rings = "[" + String.join(", ", Collections.nCopies(dims, "\"ring\"")) + "],\n";
        return "{\n"
                + "  \"scheduling-policy\": \"LIFO\",\n"
                + "  \"endpoint-delay\": 0,\n"
                + "  \"active-chunks-per-dimension\": 1,\n"
                + "  \"preferred-dataset-splits\": 1,\n"
                + "  \"all-reduce-implementation\": " + rings
                + "  \"all-gather-implementation\": " + rings
                + "  \"reduce-scatter-implementation\": " + rings
                + "  \"all-to-all-implementation\": " + rings.replace("ring", "direct")
                + "  \"collective-optimization\": \"baseline\",\n"
                + "  \"local-mem-bw\": 0,\n"
                + "  \"cut-through\": 1\n"
                + "}\n";
    }

    private static void write(Path file, String text) {
        try {
            AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new TopologyException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
        }
    }
}
