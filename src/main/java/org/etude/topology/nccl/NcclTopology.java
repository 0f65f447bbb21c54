// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.etude.config.XmlElement;
import org.etude.config.XmlTree;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;

/**
 * Reads the topology file of NCCL or RCCL: what {@code NCCL_TOPO_DUMP_FILE} writes and {@code NCCL_TOPO_FILE} takes
 * (NVIDIA/nccl
 * src/graph/xml.cc and topo.cc).
 *
 * <pre>
 * &lt;system version="1"&gt;
 *   &lt;cpu numaid="0" affinity="..." arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143"&gt;
 *     &lt;pci busid="0000:17:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16"&gt;
 *       &lt;pci busid="0000:1b:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16"&gt;
 *         &lt;gpu dev="0" sm="90" rank="0" gdr="1"&gt;
 *           &lt;nvlink target="0000:c3:00.0" count="18" tclass="0x068000"/&gt;
 *
 * system = { cpu }
 * cpu    = numaid [ host_hash ] arch vendor familyid modelid   { pci | nic }
 * pci    = busid class link_speed link_width                   { pci | gpu | nic | pcilink }
 * gpu    = dev sm rank | dev gcn rank                          { nvlink | xgmi | c2c }
 * nvlink = target count tclass     c2c = bw count (MB/s)       pcilink = target
 * nic    = { net }                 net = dev speed (Mbps)
 * </pre>
 *
 * GPUs become hosts, by {@code rank}, else {@code dev}, else their order; a {@code pci} of class 0x03, or AMD's of class
 * 0x12 (MI300 and later), without a {@code gpu} also is one (files from cloud providers often have only those). A port
 * whose target is a GPU of the file leads to it, whatever its {@code tclass}. PCI switches, CPUs and all NVSwitches together
 * become switches. Rates are those that NCCL assumes ({@link NcclRates}). The file has no latencies. NICs are used only
 * where
 * the file describes several nodes
 * ({@code host_hash}); one switch then joins them.
 */
public final class NcclTopology {
    private static final List<String> VERSIONS = List.of("1", "2");

    private NcclTopology() {}

    /**
     * The result of reading a file.
     *
     * @param spec GPUs as hosts, one logical dimension
     * @param report what was assumed and left out
     */
    public record Read(TopologySpec spec, Report report) {}

    /** Whether a text starts like XML. */
    public static boolean isOne(String text) {
        return text.stripLeading().startsWith("<");
    }

    /**
     * Reads a file.
     *
     * @throws TopologyException with file and line, when it is not such a description or has no GPUs
     */
    public static Read read(Path file) {
        XmlElement root;
        try {
            root = XmlTree.of(file);
        } catch (XmlTree.BadXml e) {
            throw new TopologyException(file + ": " + e.getMessage(), "Give a file of NCCL_TOPO_DUMP_FILE.");
        } catch (IOException e) {
            throw new TopologyException(
                    file + ": the topology cannot be read: " + IoReason.of(e), "Check the path and its permissions.");
        }
        if (!root.name().equals("system")) {
            throw new TopologyException(
                    file + ": line " + root.line() + ": the document is a <" + root.name() + ">, not a <system>",
                    root.name().equals("graphs")
                            ? "That is a file of NCCL_GRAPH_DUMP_FILE; give one of NCCL_TOPO_DUMP_FILE."
                            : "Give a file of NCCL_TOPO_DUMP_FILE.");
        }
        String version = root.text("version");
        if (!version.isEmpty() && !VERSIONS.contains(version)) {
            throw new TopologyException(
                    file + ": line " + root.line() + ": version " + version + " of the description is not supported",
                    "Versions 1 (NCCL) and 2 (RCCL) are read.");
        }
        NcclGraph graph = new NcclGraph(file.toString(), root);
        PhysicalTopology physical = graph.build();
        return new Read(TopologySpec.measured(physical, List.of(physical.hosts())), Report.of(graph.findings()));
    }
}
