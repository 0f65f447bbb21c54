package org.etude.et;

/** Names of the attributes that feeders and simulators read, and of our own. */
public final class EtNames {
    /** bool: host operator. */
    public static final String IS_CPU_OP = "is_cpu_op";
    /** Floating-point operations. */
    public static final String NUM_OPS = "num_ops";
    /** Bytes touched. */
    public static final String TENSOR_SIZE = "tensor_size";
    /** {@link EtCommType} number. */
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
    /** Metadata: training steps that the trace holds. */
    public static final String STEPS = "etude_steps";

    private EtNames() {}
}
