// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The top-level fields by which a Kineto file says where it comes from. */
final class Headers {
    private Headers() {}

    static void write(ObjectNode document, Vendor vendor, int rank, int world) {
        boolean hip = vendor == Vendor.HIP;
        document.put("traceName", "device_" + rank + ".json");
        document.put("derived", "from a CPU recording by org.etude.data.GpuTwin; no GPU was measured");
        if (hip) {
            document.put("roctracer_version", 4.1);
            document.put("hip_runtime_version", 60443483).put("hip_driver_version", 60443483);
        } else {
            document.put("cupti_version", 24).put("cuda_runtime_version", 12060).put("cuda_driver_version", 12060);
        }
        ArrayNode devices = document.putArray("deviceProperties");
        for (int device = 0; device < world; device++) {
            ObjectNode properties = devices.addObject();
            properties.put("id", device).put("name", hip ? "AMD GPU (derived trace)" : "NVIDIA GPU (derived trace)");
            properties.put("warpSize", 32).put("numSms", 32).put("maxThreadsPerBlock", 1024);
        }
        ObjectNode distributed = (ObjectNode) document.get("distributedInfo");
        distributed.put("backend", "nccl").put("nccl_version", "2.22.3");
        ((ObjectNode) distributed.get("pg_config").get(0)).put("backend_config", "cuda:nccl");
    }
}
