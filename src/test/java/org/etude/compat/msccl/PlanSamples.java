// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small plans as their tools write them, made by the public definitions. */
public final class PlanSamples {
    private PlanSamples() {}

    /** A ring all-reduce of n GPUs as msccl-tools write it: one tb, 2(n-1) hops of one chunk. */
    public static String ringAllReduce(int n) {
        StringBuilder out = new StringBuilder(
                "<algo name=\"ring\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"" + n + "\" ngpus=\"" + n
                        + "\" coll=\"allreduce\" inplace=\"1\" outofplace=\"0\" minBytes=\"0\" maxBytes=\"0\">\n");
        for (int gpu = 0; gpu < n; gpu++) {
            out.append(String.format(
                    Locale.ROOT, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"0\">%n", gpu, n, n));
            out.append(String.format(
                    Locale.ROOT,
                    "    <tb id=\"0\" send=\"%d\" recv=\"%d\" chan=\"0\">%n",
                    (gpu + 1) % n,
                    (gpu + n - 1) % n));
            int s = 0;
            out.append(step(s++, "s", Math.floorMod(gpu, n)));
            for (int hop = 1; hop < n - 1; hop++) {
                out.append(step(s++, "rrs", Math.floorMod(gpu - hop, n)));
            }
            out.append(step(s++, "rrcs", Math.floorMod(gpu + 1, n)));
            for (int hop = 0; hop < n - 2; hop++) {
                out.append(step(s++, "rcs", Math.floorMod(gpu - hop, n)));
            }
            out.append(step(s, "r", Math.floorMod(gpu + 2, n)));
            out.append("    </tb>\n  </gpu>\n");
        }
        return out.append("</algo>\n").toString();
    }

    private static String step(int s, String type, int chunk) {
        return String.format(
                Locale.ROOT,
                "      <step s=\"%d\" type=\"%s\" srcbuf=\"i\" srcoff=\"%d\" dstbuf=\"i\" dstoff=\"%d\" cnt=\"1\" depid=\"-1\""
                        + " deps=\"-1\" hasdep=\"0\"/>%n",
                s,
                type,
                chunk,
                chunk);
    }

    /** Every pair exchanges its chunk by MSCCL++'s put, signal, wait: an all-gather. */
    public static String putAllGather(int n) {
        return plan("allgather", "Simple", n, 1, n, gpu -> blocks(n, gpu, other -> """
                {"name":"signal","channel_ids":[0],"channel_type":"memory"},
                {"name":"wait","channel_ids":[0],"channel_type":"memory"},{"name":"nop"},
                {"name":"put","src_buff":[{"type":"o","index":GPU,"size":1}],"dst_buff":[{"buffer_id":0,"index":GPU,"size":1}],
                 "channel_ids":[0],"channel_type":"memory"},
                {"name":"signal","channel_ids":[0],"channel_type":"memory"},
                {"name":"wait","channel_ids":[0],"channel_type":"memory"}""".replace("GPU", "" + gpu)), "o");
    }

    /** Every GPU reads the other's half and adds it (read_reduce): a reduce-scatter of two. */
    static String readReduceScatter() {
        return plan(
                "reducescatter", "Simple", 2, 2, 1, gpu -> blocks(2, gpu, other -> """
                {"name":"signal","channel_ids":[0],"channel_type":"memory"},
                {"name":"wait","channel_ids":[0],"channel_type":"memory"},
                {"name":"rre","src_buff":[{"type":"i","index":GPU,"size":1},{"buffer_id":0,"index":GPU,"size":1}],
                 "dst_buff":[{"type":"i","index":GPU,"size":1}],"channel_type":"memory","reduce_op":"sum"}
                """.replace("GPU", "" + gpu)), "i");
    }

    /** Packets into the other's scratch, then a reduction of what came: an all-reduce of two. */
    static String packetAllReduce() {
        return plan("allreduce", "LL", 2, 2, 2, gpu -> blocks(2, gpu, other -> """
                {"name":"ppkt","src_buff":[{"type":"i","index":0,"size":2}],"dst_buff":[{"buffer_id":0,"index":0,"size":2}],
                 "channel_ids":[0],"channel_type":"memory"},
                {"name":"rpkt","src_buff":[{"type":"i","index":0,"size":2},{"type":"s","index":0,"size":2}],
                 "dst_buff":[{"type":"i","index":0,"size":2}]}"""), "s");
    }

    private static String plan(
            String collective, String protocol, int n, int in, int out, IntFunction<String> blocks, String buffer) {
        String gpus = IntStream.range(0, n)
                .mapToObj(gpu -> "{\"id\":" + gpu + ",\"input_chunks\":" + in + ",\"output_chunks\":" + out
                        + ",\"scratch_chunks\":2,\"threadblocks\":[" + blocks.apply(gpu)
                        + "],\"channels\":[{\"channel_type\":"
                        + "\"memory\",\"connected_to\":[" + others(n, gpu, other -> "" + other)
                        + "]}],\"remote_buffers\":["
                        + others(
                                n,
                                gpu,
                                other -> "{\"rank\":" + other + ",\"type\":\"" + buffer
                                        + "\",\"access_channel_types\":[\"memory\"]}")
                        + "],\"semaphores\":[]}")
                .collect(Collectors.joining(",\n"));
        return "{\"name\":\"" + collective + "\",\"collective\":\"" + collective + "\",\"protocol\":\"" + protocol
                + "\",\"inplace\":true,\"gpus\":[" + gpus + "],\"num_threads_per_block\":1024}";
    }

    /** One block for each other GPU, whose lists name the k-th channel and buffer. */
    private static String blocks(int n, int gpu, IntFunction<String> ops) {
        int[] k = {0};
        return others(n, gpu, other -> {
            int place = k[0]++;
            return "{\"id\":" + place + ",\"ops\":[" + ops.apply(other)
                    + "],\"channels\":[{\"channel_type\":\"memory\","
                    + "\"channel_ids\":[" + place + "]}],\"remote_buffer_refs\":[{\"access_channel_type\":\"memory\","
                    + "\"remote_buffer_ids\":[" + place + "]}]}";
        });
    }

    private static String others(int n, int gpu, IntFunction<String> text) {
        return IntStream.range(0, n)
                .filter(other -> other != gpu)
                .mapToObj(text)
                .collect(Collectors.joining(","));
    }
}
