// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import org.etude.spec.CollectiveType;

/** Names of the attributes that feeders and simulators read, and of Etude's own. */
public final class EtNames {
    /** bool: host operator. */
    public static final String IS_CPU_OP = "is_cpu_op";
    /** Floating-point operations. */
    public static final String NUM_OPS = "num_ops";
    /** Bytes touched. */
    public static final String TENSOR_SIZE = "tensor_size";
    /** {@link CollectiveType} number. */
    public static final String COMM_TYPE = "comm_type";
    /** Bytes: the full buffer of a rank, for an all-gather its shard. */
    public static final String COMM_SIZE = "comm_size";
    /**
     * Etude: bytes that a rank of an all-to-all with unequal parts sends to each rank of the group, in the group's
     * order, separated by commas.
     */
    public static final String PART_BYTES = "part_bytes";
    /** Sending rank. */
    public static final String COMM_SRC = "comm_src";
    /** Receiving rank. */
    public static final String COMM_DST = "comm_dst";
    /** Tag of a message. */
    public static final String COMM_TAG = "comm_tag";
    /** Priority among collectives. */
    public static final String COMM_PRIORITY = "comm_priority";
    /** Process group; "" and "0" are the whole job. */
    public static final String PG_NAME = "pg_name";
    /** The host library that carries a transfer, such as gloo; absent for GPU work. */
    public static final String BACKEND = "backend";
    /** bool list: network dimensions a collective uses. */
    public static final String INVOLVED_DIM = "involved_dim";
    /** Etude: exact start in ns. */
    public static final String START_NS = "start_time_ns";
    /** Etude: exact duration in ns. */
    public static final String DURATION_NS = "duration_ns";
    /**
     * Etude: number of the resource within the rank on which a node runs, such as a GPU stream or a backend thread.
     * Nodes on different resources run concurrently; a node without it uses the single resource of its kind.
     */
    public static final String RESOURCE = "resource";
    /** Etude: time in ns for which a node holds its resource before its work starts. */
    public static final String DELAY_NS = "delay_ns";
    /**
     * Etude, with {@link #DELAY_NS} of work whose launch was recorded as the last thing that it waited for: the delay behind all else,
     * in ns. It begins when both delays are over.
     */
    public static final String QUEUED_DELAY_NS = "queued_delay_ns";
    /** Etude: recorded duration in ns, if it differs from {@link #DURATION_NS}. */
    public static final String MEASURED_NS = "measured_ns";
    /**
     * Etude: speed of host work while a backend on its machine carries transfers, in parts per million of its normal
     * speed; absent if it is known not to be slowed.
     */
    public static final String PACE_PPM = "pace_ppm";
    /** Etude, with {@link #PACE_PPM}: fraction of the recorded duration spent at that speed, in parts per million. */
    public static final String SLOWED_PPM = "slowed_ppm";
    /**
     * Etude, with {@link #PACE_PPM}: slowest possible speed if the recording does not determine it, because it contains
     * the same work with a transfer only; in parts per million of the normal speed.
     */
    public static final String SLOWEST_PPM = "slowest_ppm";
    /**
     * Etude: how much of a host node's duration, in ns, passed before the host resumed after a transfer carried by a
     * host backend. Timed transfers include this time for their own network.
     */
    public static final String HAND_OVER_NS = "hand_over_ns";
    /**
     * Etude: on a collective that repair put into a rank's order of calls, the id of the one of its group after which it is
     * called, or -1 if it is the first. Otherwise ids have the order of the calls.
     */
    public static final String CALLED_AFTER = "called_after";
    /** Etude, metadata: number of the machine on which a rank was recorded; absent if unknown. */
    public static final String MACHINE = "etude_machine";
    /** Metadata: number, start and end in ns of each recorded step, one after the other; number -1 without marks. */
    public static final String STEP_WINDOWS = "etude_step_windows";
    /** Etude, metadata: whether steps are delimited by GPU work because the GPU runs behind the host's marks. */
    public static final String STEPS_ON_GPU = "etude_steps_on_gpu";
    /** The GPU stream of a node, as Kineto writes it. */
    public static final String STREAM = "stream";
    /** Metadata: the rank in the recorded job. */
    public static final String RECORDED_RANK = "etude_rank";
    /** Name prefix of nodes for time within an annotation but outside its operators. */
    public static final String REST = "host time in ";
    /** Name of nodes for host time outside all operators and annotations. */
    public static final String BETWEEN = "host time between operators";
    /** Name prefix of nodes for an operator's self time. */
    public static final String SELF_TIME = "self time of ";
    /** Etude: the activity of a node if its type does not determine it, as {@code Activity.text()}. */
    public static final String ACTIVITY = "activity";
    /** Metadata: number of ranks recorded together, including this one; absent when the trace was scaled to others. */
    public static final String RECORDED_RANKS = "etude_recorded_ranks";
    /** Metadata: offset in ns from a rank's {@link #START_NS} to the common clock; absent without one. */
    public static final String CLOCK_NS = "etude_clock_ns";
    /** Metadata: number of ranks of the recorded job, if some that this one communicates with were not recorded. */
    public static final String INCOMPLETE_WORLD = "etude_incomplete_world";
    /** Metadata: number of training steps in the trace. */
    public static final String STEPS = "etude_steps";

    private EtNames() {}
}
