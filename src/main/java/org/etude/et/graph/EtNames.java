// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import org.etude.spec.CollectiveType;

/** Names of the attributes that feeders and simulators read, and of our own. */
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
    /** Which library on the host carries a transfer, such as gloo; absent for work of a GPU. */
    public static final String BACKEND = "backend";
    /** bool list: network dimensions a collective uses. */
    public static final String INVOLVED_DIM = "involved_dim";
    /** Ours: exact start in ns. */
    public static final String START_NS = "start_time_ns";
    /** Ours: exact duration in ns. */
    public static final String DURATION_NS = "duration_ns";
    /**
     * Ours: number of what a node runs on within its rank, such as a GPU stream or a back end's thread. Nodes of different
     * resources run at once; a node without it takes the one resource of its kind.
     */
    public static final String RESOURCE = "resource";
    /** Ours: time in ns for which a node holds its resource before its work begins. */
    public static final String DELAY_NS = "delay_ns";
    /** Ours: duration in ns that was recorded, where it is not {@link #DURATION_NS}. */
    public static final String MEASURED_NS = "measured_ns";
    /**
     * Ours: how fast host work goes on while a backend on its machine carries transfers next to it, in parts per million of its
     * normal speed; absent where it is known that it is not slowed.
     */
    public static final String PACE_PPM = "pace_ppm";
    /** Ours, with {@link #PACE_PPM}: for how much of the recorded duration it went on so, in parts per million. */
    public static final String BESIDE_PPM = "beside_ppm";
    /**
     * Ours, with {@link #PACE_PPM}: how slow it may be where the recording does not tell, as it holds the same work too seldom with
     * or without a transfer; in parts per million of its normal speed.
     */
    public static final String SLOWEST_PPM = "slowest_ppm";
    /**
     * Ours: for how much of a host node's duration, in ns, the host had not yet taken up its work again behind a transfer that a
     * backend on the host carries. Timed transfers hold such a time of their own network.
     */
    public static final String HAND_OVER_NS = "hand_over_ns";
    /** Ours, metadata: number of the machine on which a rank was recorded; absent where the trace does not name it. */
    public static final String MACHINE = "etude_machine";
    /** Metadata: number, start and end in ns of each recorded step, one after the other; number -1 without marks. */
    public static final String STEP_WINDOWS = "etude_step_windows";
    /** Ours, metadata: whether the steps are the GPU's time, since the GPU runs behind the host's marks. */
    public static final String STEPS_ON_GPU = "etude_steps_on_gpu";
    /** The GPU stream of a node, as Kineto writes it. */
    public static final String STREAM = "stream";
    /** Metadata: the rank in the recorded job. */
    public static final String RECORDED_RANK = "etude_rank";
    /** How the name of a node begins that is host time between operators, or the rest of an annotation. */
    public static final String GAP = "gap: ";
    /** How the name of a node begins that is what an operator does apart from the ones it calls. */
    public static final String SELF_TIME = "self time of ";
    /** Ours: what a node's time counts as where its type does not say it, as {@code Activity.text()}. */
    public static final String ACTIVITY = "activity";
    /** Metadata: ranks that were recorded together, this one included; absent when the trace was spread over others. */
    public static final String RECORDED_RANKS = "etude_recorded_ranks";
    /** Metadata: what brings a rank's {@link #START_NS} to the clock of all ranks, in ns; absent when they share none. */
    public static final String CLOCK_NS = "etude_clock_ns";
    /** Metadata: ranks of the recorded job, where some that this one communicates with were not recorded. */
    public static final String INCOMPLETE_WORLD = "etude_incomplete_world";
    /** Metadata: training steps that the trace holds. */
    public static final String STEPS = "etude_steps";

    private EtNames() {}
}
