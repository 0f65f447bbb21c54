// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;

/**
 * What {@code rocprofv3 --output-format json} writes for one process (ROCm/rocprofiler-sdk
 * source/lib/output/generateJSON.cpp; fields of records in cxx/serialization/save.hpp):
 *
 * <pre>
 * {"rocprofiler-sdk-tool": [{
 *    "metadata":       {"pid", "node": {"hostname"}},
 *    "agents":         [{"id": {"handle"}, "type": 1 for a CPU, 2 for a GPU, "name", "node_id"}],
 *    "strings":        {"buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": ["hipMalloc", ...]}, ...],
 *                       "marker_api": [{"key": correlation, "value": text}], "correlation_id": {"external": [{"key", "value"}]}},
 *    "kernel_symbols": [{"kernel_id", "formatted_kernel_name", ...}],
 *    "buffer_records": {
 *       "kernel_dispatch": [{"correlation_id": {"internal", "external"}, "start_timestamp", "end_timestamp",
 *                            "dispatch_info": {"agent_id": {"handle"}, "queue_id": {"handle"}, "kernel_id"}, "stream_id": {"handle"}}],
 *       "memory_copy":     [{"operation", "dst_agent_id": {"handle"}, "src_agent_id": {"handle"}, "bytes", ...}],
 *       "hip_api", "hsa_api", "marker_api", "rccl_api":
 *                          [{"kind", "operation", "thread_id", "correlation_id", "start_timestamp", "end_timestamp"}]}}]}
 * </pre>
 *
 * A kind is a number in {@code strings.buffer_records}, an operation one in the list of its kind. stream_id is missing before ROCm
 * 6.4; the queue takes its place. With {@code --kernel-rename} a kernel has the name of its external correlation. Names stand
 * before the records that use them, but a file whose keys were sorted is read too, because the names are looked up first.
 */
public final class RocprofJson {
    static final String ROOT = "rocprofiler-sdk-tool";

    private static final JsonKeys ROOTS = JsonKeys.of(ROOT);
    private static final Pattern START =
            Pattern.compile("(\u00ef\u00bb\u00bf)?\\s*\\{\\s*\"" + ROOT + "\"\\s*:", Pattern.DOTALL);

    private RocprofJson() {}

    /** Opens the same bytes each time. */
    @FunctionalInterface
    public interface Source {
        /** Opens the file, unpacked. */
        InputStream open() throws IOException;
    }

    /** Whether a file with this beginning is such a recording. */
    public static boolean startsAsOne(byte[] head) {
        return START.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
    }

    /**
     * Opens the recording as a Kineto trace. Streaming: names and one record are in memory. While it is read, what is broken is a
     * {@link BadJson} with the byte in the file.
     */
    public static InputStream open(Source source) {
        return new RecordEvents(source);
    }

    /** A cursor in the object of the first process. */
    static JsonCursor enter(InputStream in) {
        JsonCursor cursor = new JsonCursor(in);
        cursor.ensure(4);
        if (cursor.limit - cursor.pos >= 3 && cursor.buffer[cursor.pos] == (byte) 0xEF) {
            cursor.pos += 3;
        }
        if (!cursor.enterObject()
                || cursor.nextKey(ROOTS, true) != 0
                || !cursor.enterArray()
                || !cursor.nextElement(true)
                || !cursor.enterObject()) {
            throw new BadJson("there is no process in " + ROOT, cursor.offset(), false);
        }
        return cursor;
    }
}
