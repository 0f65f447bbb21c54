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

    /** The packets of {@link #packetAllReduce}, written and read by groups of this many thread blocks. */
    static String sharedPacketAllReduce(int blocks) {
        return plan(
                "allreduce",
                "LL",
                2,
                2,
                2,
                gpu -> IntStream.range(0, 2 * blocks)
                        .mapToObj(tb ->
                                block(tb, tb < blocks ? """
                        {"name":"ppkt","src_buff":[{"type":"i","index":0,"size":2}],"dst_buff":[{"buffer_id":0,"index":0,"size":2}],
                         "channel_ids":[0],"channel_type":"memory","tbg_info":{"tb_id":%d,"tbg_size":%d}}""".formatted(tb, blocks) : """
                        {"name":"repkt","src_buff":[{"type":"i","index":0,"size":2},{"type":"s","index":0,"size":2}],
                         "dst_buff":[{"type":"i","index":0,"size":2}],"tbg_info":{"tb_id":%d,"tbg_size":%d}}""".formatted(tb - blocks, blocks)))
                        .collect(Collectors.joining(",")),
                "s");
    }

    /** GPU 0 forwards to itself, then to GPU 1: packets that one thread block makes and another one reads and sends. */
    static String forwardedPackets() {
        return plan(
                "broadcast", "LL", 2, 2, 2, gpu -> gpu == 1 ? block(0, """
                {"name":"ppkt","src_buff":[{"type":"i","index":0,"size":1}],"dst_buff":[{"buffer_id":0,"index":1,"size":1}],
                 "channel_ids":[0],"channel_type":"memory"},
                {"name":"upkt","src_buff":[{"type":"s","index":0,"size":1}],"dst_buff":[{"type":"o","index":0,"size":1}]}""") : block(0, """
                {"name":"repkt","src_buff":[{"type":"i","index":0,"size":1},{"type":"s","index":1,"size":1}],
                 "dst_buff":[{"type":"s","index":0,"size":1}]}""") + "," + block(1, """
                {"name":"rppkt","src_buff":[{"type":"s","index":0,"size":1}],"dst_buff":[{"buffer_id":0,"index":0,"size":1}],
                 "channel_ids":[0],"channel_type":"memory"}"""), "s");
    }

    /** GPU 0 puts and signals; GPU 1, which never waits, lists no channel. Chunks are those of the output. */
    static String unpairedPut(String collective) {
        return """
                {"name":null,"collective":"COLLECTIVE","protocol":"Simple","inplace":false,"gpus":[
                {"id":0,"input_chunks":0,"output_chunks":2,"scratch_chunks":0,"threadblocks":[{"id":0,"ops":[
                {"name":"put","src_buff":[{"type":"o","index":0,"size":1}],"dst_buff":[{"buffer_id":0,"index":0,"size":1}],
                 "channel_ids":[0],"channel_type":"port"},
                {"name":"signal","channel_ids":[0],"channel_type":"port"}],
                "channels":[{"channel_type":"port","channel_ids":[0]}],
                "remote_buffer_refs":[{"access_channel_type":"port","remote_buffer_ids":[0]}]}],
                "channels":[{"channel_type":"port","connected_to":[1]}],
                "remote_buffers":[{"rank":1,"type":"o","access_channel_types":["port"]}]},
                {"id":1,"input_chunks":0,"output_chunks":2,"scratch_chunks":0,"threadblocks":[],"channels":[],"remote_buffers":[]}]}
                """.replace("COLLECTIVE", collective);
    }

    /**
     * An all-reduce of two GPUs in the first format: each puts the other's half into its scratch buffer, reduces its own
     * half and writes it to the other's input.
     */
    static String firstFormatAllReduce() {
        String gpus = IntStream.range(0, 2)
                .mapToObj(gpu -> """
                        {"id":GPU,"inputChunks":2,"outputChunks":0,"scratchChunks":2,"chunkGroups":1,"threadblocks":[{"id":0,"ops":[
                        {"name":"put","o_buff":{"src":"i","dst":"s"},"o_cids":[{"id":0,"off":OTHER}],
                         "srcs":[{"buff":"i","off":OTHER}],"ctype":"sm","cnt":1},
                        {"name":"nop","deps":[{"tb":0,"step":0}]},
                        {"name":"signal","o_buff":{"src":"i","dst":"s"},"o_cids":[{"id":0,"off":OTHER}],"ctype":"sm","cnt":1},
                        {"name":"wait","i_buff":{"src":"i","dst":"s"},"i_cids":[{"id":0,"off":GPU}],"ctype":"sm","cnt":1},
                        {"name":"rs","o_buff":{"src":"i","dst":"i"},"o_cids":[{"id":0,"off":GPU}],"src":GPU,
                         "srcs":[{"buff":"s","off":GPU}],"srcbuff":"i","srcoff":GPU,"dst":GPU,"dstbuff":"i","dstoff":GPU,
                         "ctype":"sm","cnt":1},
                        {"name":"signal","o_buff":{"src":"i","dst":"i"},"o_cids":[{"id":0,"off":GPU}],"ctype":"sm","cnt":1},
                        {"name":"wait","i_buff":{"src":"i","dst":"i"},"i_cids":[{"id":0,"off":OTHER}],"ctype":"sm","cnt":1}],
                        "channels":[{"src":"i","dst":"i","ctype":"sm","cids":[0]},{"src":"i","dst":"s","ctype":"sm","cids":[0]}]}],
                        "channels":[{"srcbuff":"i","dstbuff":"i","type":"sm","connectedTo":[OTHER]},
                         {"srcbuff":"i","dstbuff":"s","type":"sm","connectedTo":[OTHER]}]}""".replace("GPU", "" + gpu).replace("OTHER", "" + (1 - gpu)))
                .collect(Collectors.joining(","));
        return "{\"name\":\"first\",\"colletive\":\"allreduce\",\"protocol\":\"Simple\",\"inplace\":true,\"gpus\":["
                + gpus + "]}";
    }

    private static String block(int id, String ops) {
        return "{\"id\":" + id + ",\"ops\":[" + ops
                + "],\"channels\":[{\"channel_type\":\"memory\",\"channel_ids\":[0]}],"
                + "\"remote_buffer_refs\":[{\"access_channel_type\":\"memory\",\"remote_buffer_ids\":[0]}]}";
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
