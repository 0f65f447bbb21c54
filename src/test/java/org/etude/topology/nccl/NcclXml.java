// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import java.util.Locale;

/** Writes descriptions as NCCL's xml.cc lays them out: two sockets, one PCI switch for two GPUs, one NIC per switch. */
public final class NcclXml {
    /** How the GPUs of a node are joined. */
    public enum Ports {
        NVSWITCH,
        MESH,
        XGMI,
        NONE
    }

    private final StringBuilder out = new StringBuilder();
    private final int gpus;
    private final Ports ports;
    private final int count;

    private NcclXml(int gpus, Ports ports, int count) {
        this.gpus = gpus;
        this.ports = ports;
        this.count = count;
    }

    /** A node, or several distinguished by host_hash. */
    public static String of(int nodes, int gpus, Ports ports, int count) {
        NcclXml xml = new NcclXml(gpus, ports, count);
        xml.out.append("<system version=\"1\">\n");
        for (int node = 0; node < nodes; node++) {
            xml.node(node, nodes);
        }
        return xml.out.append("</system>\n").toString();
    }

    static String bus(int gpu) {
        return String.format(Locale.ROOT, "0000:%02x:00.0", 0x10 + gpu);
    }

    private void node(int node, int nodes) {
        for (int socket = 0; socket < 2; socket++) {
            out.append("  <cpu ")
                    .append(nodes > 1 ? "host_hash=\"0x" + (node + 1) + "\" " : "")
                    .append("numaid=\"")
                    .append(socket)
                    .append("\" affinity=\"ffff\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" ")
                    .append("modelid=\"143\">\n");
            for (int pair = socket * gpus / 4; pair < (socket + 1) * gpus / 4; pair++) {
                bridge(node, pair);
            }
            out.append("  </cpu>\n");
        }
    }

    private void bridge(int node, int pair) {
        out.append(String.format(Locale.ROOT, "    <pci busid=\"0000:%02x:00.0\" class=\"0x060400\" ", 0x80 + pair))
                .append("link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n");
        for (int gpu = 2 * pair; gpu < 2 * pair + 2; gpu++) {
            out.append("      <pci busid=\"")
                    .append(bus(gpu))
                    .append("\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" ")
                    .append("link_width=\"16\">\n");
            gpu(node, gpu);
            out.append("      </pci>\n");
        }
        out.append(String.format(Locale.ROOT, "      <pci busid=\"0000:%02x:00.1\" class=\"0x020700\" ", 0x80 + pair))
                .append("link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n        <nic>\n          <net name=\"mlx5_")
                .append(pair)
                .append("\" dev=\"")
                .append(pair)
                .append("\" speed=\"400000\" port=\"1\" gdr=\"1\"/>\n        </nic>\n")
                .append("      </pci>\n    </pci>\n");
    }

    private void gpu(int node, int gpu) {
        if (ports == Ports.NONE) {
            return;
        }
        String chip = ports == Ports.XGMI ? "gcn=\"gfx942\"" : "sm=\"90\"";
        out.append("        <gpu dev=\"")
                .append(gpu)
                .append("\" ")
                .append(chip)
                .append(" rank=\"")
                .append(node * gpus + gpu)
                .append("\" gdr=\"1\">\n");
        if (ports == Ports.NVSWITCH) {
            out.append("          <nvlink target=\"0000:f0:00.0\" count=\"")
                    .append(count)
                    .append("\" tclass=\"0x068000\"/>\n");
        }
        for (int other = 0; other < gpus && ports != Ports.NVSWITCH; other++) {
            if (other != gpu) {
                out.append("          <")
                        .append(ports == Ports.XGMI ? "xgmi" : "nvlink")
                        .append(" target=\"")
                        .append(bus(other))
                        .append("\" count=\"")
                        .append(count)
                        .append("\" tclass=\"0x030200\"/>\n");
            }
        }
        out.append("        </gpu>\n");
    }
}
