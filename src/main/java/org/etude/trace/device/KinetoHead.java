// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.etude.trace.comm.GroupList;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.TraceHeader;

/** Collects the top-level fields of a Kineto file that describe the run. */
public final class KinetoHead {
    /** The fields it reads; see {@link #value}. */
    public static final List<String> NAMES =
            List.of("distributedInfo", "deviceProperties", "baseTimeNanoseconds", "host_name", "nvtx_payloads");

    private static final JsonKeys DISTRIBUTED =
            JsonKeys.of("rank", "world_size", "backend", "pg_config", "nccl_version", "rccl_version");
    private static final JsonKeys DEVICE = JsonKeys.of("name");

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final TreeMap<String, String> versions = new TreeMap<>();
    private final List<String> devices = new ArrayList<>();
    private List<ProcessGroup> groups = List.of();
    private int rank = -1;
    private int worldSize = -1;
    private String backend = "";
    private long base;
    private String hostName = "";
    private String payloads = "";

    /** Reads from this cursor. */
    public KinetoHead(JsonCursor cursor) {
        this.cursor = cursor;
        this.number = new JsonNumber(cursor);
    }

    /** Reads the value of one of {@link #NAMES}. */
    public void value(int key) {
        switch (key) {
            case 0 -> distributed();
            case 1 -> devices();
            case 2 -> base = number.readLong(0);
            case 3 -> hostName = JsonText.read(cursor);
            default -> payloads = JsonText.read(cursor);
        }
    }

    /** Reads the value of a field that states a version. */
    public void version(String name) {
        versions.put(name, JsonText.read(cursor));
    }

    private void distributed() {
        if (!cursor.enterObject()) {
            return;
        }
        int key;
        for (boolean first = true; (key = cursor.nextKey(DISTRIBUTED, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case 0 -> rank = number.readOrdinal();
                case 1 -> worldSize = number.readOrdinal();
                case 2 -> backend = JsonText.read(cursor);
                case 3 -> groups = GroupList.read(cursor);
                case 4 -> versions.put("nccl_version", JsonText.read(cursor));
                case 5 -> versions.put("rccl_version", JsonText.read(cursor));
                default -> cursor.skipValue();
            }
        }
    }

    private void devices() {
        if (!cursor.enterArray()) {
            return;
        }
        for (boolean first = true; cursor.nextElement(first); first = false) {
            String name = "";
            if (cursor.enterObject()) {
                int key;
                for (boolean start = true; (key = cursor.nextKey(DEVICE, start)) != JsonCursor.NO_MORE; start = false) {
                    if (key == 0) {
                        name = JsonText.read(cursor);
                    } else {
                        cursor.skipValue();
                    }
                }
            }
            devices.add(name);
        }
    }

    /** Rank by distributedInfo, or -1. */
    int rank() {
        return rank;
    }

    /** Name of the machine, or "". */
    public String hostName() {
        return hostName;
    }

    /** Which payloads of NVTX ranges a database of nsys holds, or "". */
    public String payloads() {
        return payloads;
    }

    /** The header. */
    public TraceHeader build(String file, StringTable names) {
        return new TraceHeader(
                file, rank, worldSize, backend, platform(names), versions, devices, base, hostName, groups);
    }

    private TraceHeader.Platform platform(StringTable names) {
        for (String key : versions.keySet()) {
            if (key.startsWith("hip_") || key.startsWith("roctracer") || key.startsWith("rocprofiler")) {
                return TraceHeader.Platform.HIP;
            }
        }
        int hip = 0;
        int cuda = 0;
        for (int i = 0; i < names.size(); i++) {
            String name = names.text(i);
            hip += isCall(name, "hip") ? 1 : 0;
            cuda += isCall(name, "cuda") || isCall(name, "cu") ? 1 : 0;
        }
        if (hip + cuda > 0) {
            return hip > cuda ? TraceHeader.Platform.HIP : TraceHeader.Platform.CUDA;
        }
        if (devices.isEmpty()) {
            return versions.containsKey("cuda_runtime_version") ? TraceHeader.Platform.CUDA : TraceHeader.Platform.CPU;
        }
        String all = String.join(" ", devices).toLowerCase(Locale.ROOT);
        boolean amd = all.contains("amd") || all.contains("instinct") || all.contains("radeon");
        return amd ? TraceHeader.Platform.HIP : TraceHeader.Platform.CUDA;
    }

    /** A runtime call such as hipLaunchKernel: the prefix and then a capital. */
    private static boolean isCall(String name, String prefix) {
        return name.length() > prefix.length()
                && name.startsWith(prefix)
                && Character.isUpperCase(name.charAt(prefix.length()))
                && name.indexOf(' ') < 0;
    }
}
