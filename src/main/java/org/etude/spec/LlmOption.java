// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** Options of a generated workload, with AICB's names and defaults. */
public enum LlmOption {
    /** Framework. */
    FRAME(
            "--frame",
            "Megatron",
            "framework: Megatron, DeepSeek, DeepSpeed, torchtitan (execution traces; not in AICB) or collective_test"),
    /** Type of GPU. */
    GPU_TYPE("--gpu_type", null, "type of GPU; names the file, and its peak rates give compute times"),
    /** Number of ranks. */
    WORLD_SIZE("--world_size", 1, "number of GPUs"),
    /** Tensor parallelism. */
    TENSOR_PARALLEL("--tensor_model_parallel_size", 1, "tensor parallelism"),
    /** Pipeline parallelism. */
    PIPELINE_PARALLEL("--pipeline_model_parallel", 1, "pipeline stages"),
    /** Context parallelism; AICB reads it and does not use it. */
    CONTEXT_PARALLEL("--context-parallel-size", 1, "ranks that share each sequence (execution traces)"),
    /** The stage that a CSV shows. */
    PIPELINE_RANK("--pp_rank", -1, "pipeline stage of the rank"),
    /** Sequences per step. */
    GLOBAL_BATCH("--global_batch", 4, "sequences per step"),
    /** Sequences per micro batch. */
    MICRO_BATCH("--micro_batch", 1, "sequences per micro batch"),
    /** Number of steps. */
    EPOCHS("--epoch_num", 1, "steps; SimAI's text always has one"),
    /** Whether a CSV has rows of computation. */
    COMPUTATION("--computation_enable", false, "also write computation"),
    /** Data type; read for compatibility. */
    DTYPE("--dtype", "bfloat16", "data type (sizes are those of bfloat16)"),
    /** Width of the feed-forward layer. */
    FFN_HIDDEN(
            "--ffn_hidden_size",
            0,
            "width of the feed-forward layer, if not 4 (with --swiglu 8/3) times the hidden size"),
    /** Read for compatibility. */
    ENABLE_VISUAL("--enable_visual", false, "not used"),
    /** Read for compatibility. */
    WORKLOAD_ONLY("--workload_only", false, "not used: only workloads are written"),
    /** Whether compute times are measured rather than modelled. */
    AIOB("--aiob_enable", false, "take compute times from --comp_filepath"),
    /** File of measured times. */
    AIOB_FILE("--comp_filepath", null, "AIOB's file of measured compute times"),
    /** Read for compatibility. */
    GATED("--gated_linear_unit", "False", "not used; see --swiglu"),
    /** Read for compatibility. */
    BIAS_GELU("--bias_gelu_fusion", false, "not used"),
    /** Read for compatibility. */
    OPENAI_GELU("--openai_gelu", false, "not used"),
    /** Read for compatibility. */
    ONNX_SAFE("--onnx_safe", false, "not used"),
    /** Read for compatibility. */
    SQUARED_RELU("--squared_relu", false, "not used"),
    /** Whether attention is computed again in the backward pass. */
    RECOMPUTE("--recompute_activations", false, "compute attention again in the backward pass"),
    /** Name of the model. */
    MODEL_NAME("--model_name", null, "name of the model; a known one sets its sizes ('etude workload models')"),
    /** Hidden size. */
    HIDDEN("--hidden_size", 1024, "hidden size"),
    /** Layers. */
    LAYERS("--num_layers", 24, "layers of the whole model"),
    /** Tokens per sequence. */
    SEQUENCE("--seq_length", 2048, "tokens per sequence"),
    /** Length of the examples that are packed into a sequence. Not in AICB. */
    PACKED(
            "--packed_length",
            0,
            "tokens of an example where several are packed into a sequence and attend to themselves alone; 0 for"
                    + " one (execution traces; not in AICB)"),
    /** Attention heads. */
    HEADS("--num_attention_heads", 0, "attention heads, if not equal to the number of layers"),
    /** Vocabulary. */
    VOCABULARY("--vocab_size", 32000, "tokens in the vocabulary"),
    /** Positions in a learned position table. */
    POSITIONS("--max_position_embeddings", 4096, "rows of the position table"),
    /** Whether linear layers have a bias. */
    BIAS("--add_bias_linear", false, "linear layers have a bias"),
    /** Whether attention is FlashAttention. */
    FLASH("--use_flash_attn", false, "FlashAttention"),
    /** Whether the feed-forward layer is gated. */
    SWIGLU("--swiglu", false, "gated feed-forward layer"),
    /** ZeRO's stage. */
    ZERO_STAGE("--stage", 3, "ZeRO stage"),
    /** Whether mixed precision is on. */
    AMP("--amp_enabled", false, "mixed precision: no broadcast of the model at the start"),
    /** ZeRO's gradient bucket. */
    REDUCE_BUCKET("--reduce_bucket_size", 500_000_000, "elements of a gradient bucket"),
    /** ZeRO's parameter bucket. */
    GATHER_BUCKET("--allgather_bucket_size", 500_000_000, "elements of a parameter bucket (stages 1 and 2)"),
    /** Whether gradients are reduced to their owners. */
    CONTIGUOUS("--contiguous_gradients", false, "reduce each gradient only to its owner (stage 2)"),
    /** Size below which a parameter stays gathered. */
    PARAM_PERSISTENCE(
            "--param_persistence_threshold", 100_000, "elements of a parameter that stays gathered (stage 3)"),
    /** Total size of parameters that stay gathered. */
    MODEL_PERSISTENCE("--model_persistence_threshold", Long.MAX_VALUE, "elements that stay gathered in all (stage 3)"),
    /** Parameters gathered at a time. */
    MAX_LIVE("--max_live_parameters", 1_000_000_000, "elements gathered at a time (stage 3)"),
    /** Parameters prefetched. */
    PREFETCH("--prefetch_bucket_size", 1_000_000_000, "elements fetched ahead (stage 3)"),
    /** Sequence parallelism. */
    SEQUENCE_PARALLEL("--enable_sequence_parallel", false, "sequence parallelism"),
    /** Distributed optimizer. */
    DISTRIBUTED_OPTIMIZER("--use-distributed-optimizer", false, "distributed optimizer"),
    /** Padding of the vocabulary. */
    VOCABULARY_DIVISOR("--make_vocab_size_divisible_by", 128, "pad the vocabulary to a multiple of this"),
    /** Whether gradients are exchanged during the backward pass. */
    OVERLAP_GRAD("--overlap_grad_reduce", false, "exchange gradients during the backward pass (execution traces)"),
    /** First size of a collective test. */
    BEGIN_SIZE("--begin_size", 1_048_576, "first size of a collective test"),
    /** Last size of a collective test. */
    END_SIZE("--end_size", 1_048_576, "last size of a collective test"),
    /** Collective of a collective test. */
    TEST_COMM("--test_comm", "all_reduce", "collective of a collective test"),
    /** Repetitions of a collective test. */
    ITERATIONS("--iter_num", 500, "repetitions of a collective test"),
    /** Whether a collective test runs in many groups at once. */
    MULTI_ALL_REDUCE("--multi_all_reduce_enable", 0, "a collective test over pipeline groups"),
    /** Read for compatibility. */
    OVERLAP_VERSION("--overlap_version", false, "not used"),
    /** Mixture of experts. */
    MOE("--moe_enable", false, "mixture of experts"),
    /** Expert parallelism. */
    EXPERT_PARALLEL("--expert_model_parallel_size", 1, "expert parallelism"),
    /** Experts. */
    EXPERTS("--num_experts", 1, "experts per layer"),
    /** Experts per token. */
    TOP_K("--moe_router_topk", 1, "experts per token"),
    /** Grouped GEMM. */
    GROUPED_GEMM("--moe_grouped_gemm", false, "grouped GEMM"),
    /** Read for compatibility. */
    ACTIVATION("--activation_func", null, "not used"),
    /** DeepSeek's dense layers. */
    DENSE_LAYERS("--n_dense_layers", 3, "layers without experts (DeepSeek)"),
    /** DeepSeek's shared experts. */
    SHARED_EXPERTS("--n_shared_expert", 2, "shared experts (DeepSeek)"),
    /** DeepSeek's rotary dimension. */
    ROPE_DIM("--qk_rope_dim", 64, "rotary part of a head's query and key (DeepSeek)"),
    /** DeepSeek's other dimension. */
    NOPE_DIM("--qk_nope_dim", 128, "other part of a head's query and key (DeepSeek)"),
    /** DeepSeek's query rank. */
    QUERY_RANK("--q_lora_rank", 1536, "rank of the query projection (DeepSeek)"),
    /** DeepSeek's key and value rank. */
    KEY_VALUE_RANK("--kv_lora_rank", 512, "rank of the key and value projection (DeepSeek)"),
    /** DeepSeek's value dimension. */
    VALUE_DIM("--v_head_dim", 128, "width of a head's value (DeepSeek)"),
    /** Share of peak rates. Not in AICB. */
    EFFICIENCY(
            "--efficiency",
            "model",
            "a fraction of the GPU's peak rates for all kernels, or model: by shape and type of each (not in AICB)"),
    /** Peak rate of a custom GPU. Not in AICB. */
    PEAK_TFLOPS("--peak-tflops", null, "half-precision peak of the GPU, 1e12 operations per second (not in AICB)"),
    /** Memory bandwidth of a custom GPU. Not in AICB. */
    HBM("--hbm", null, "rate of the GPU's memory, in 1e9 bytes per second or with a unit (not in AICB)"),
    /** Memory of a custom GPU. Not in AICB. */
    MEMORY("--memory", null, "memory of the GPU, such as 80GiB (not in AICB)"),
    /** Link bandwidth of a custom GPU. Not in AICB. */
    LINK(
            "--link",
            null,
            "a GPU's links to the others of its node, in 1e9 bytes per second and direction or with a unit (estimates; not in AICB)"),
    /** NICs of a custom cluster. Not in AICB. */
    NIC("--nic", null, "a GPU's share of its node's NICs, such as 400Gbps, if not its type's (estimates; not in AICB)"),
    /** Oversubscription of the switches above the nodes. Not in AICB. */
    OVERSUBSCRIPTION(
            "--oversubscription",
            null,
            Kind.TEXT,
            "rate of all NICs over that of the switches above the nodes, 1 or more (estimates; not in AICB)"),
    /** Size of the nodes of a custom cluster. Not in AICB. */
    DOMAIN(
            "--domain",
            null,
            Kind.TEXT,
            "GPUs of a node or other scale-up domain, if not its type's (estimates; not in AICB)"),
    /** Host time of a kernel. Not in AICB. */
    HOST_US("--host_us", null, "host time per kernel in microseconds, if not the framework's (not in AICB)"),
    /** Kernel of fused attention. Not in AICB. */
    ATTENTION_KERNEL(
            "--attention_kernel",
            "auto",
            "kernel of fused attention: flash2, flash3, cudnn, triton (of 2022), or auto, as --frame chooses on the"
                    + " GPU: flash2 on Ampere and under DeepSpeed, cudnn on Hopper and Blackwell; PyTorch for CUDA 12 takes"
                    + " flash2 on Hopper (not in AICB)"),
    /** Whether torchtitan is compiled. Not in AICB. */
    COMPILE("--compile", false, "torch.compile on layers and loss (torchtitan; not in AICB)"),
    /** Whether the loss is one fused kernel. Not in AICB. */
    LOSS_FUSION(
            "--cross_entropy_loss_fusion",
            false,
            "compute the loss in fused kernels, of --cross_entropy_fusion_impl (not in AICB)"),
    /** Whose fused loss it is. Not in AICB. */
    LOSS_IMPL(
            "--cross_entropy_fusion_impl",
            "native",
            "whose fused loss: native, what PyTorch compiles of Megatron's, or te, Transformer Engine's (not in AICB)"),
    /** Fitted machine factors. Not in AICB. */
    MACHINE("--machine", null, "machine file of 'etude fit' (not in AICB)"),
    /** Key and value heads (grouped-query attention). Not in AICB. */
    QUERY_GROUPS("--num_query_groups", 0, "key and value heads, if fewer than query heads (not in AICB)"),
    /** Width of a head. Not in AICB. */
    HEAD_WIDTH("--kv_channels", 0, "width of a head, if not hidden size over heads (not in AICB)"),
    /** Width of an expert. Not in AICB. */
    EXPERT_FFN("--moe_ffn_hidden_size", 0, "width of an expert, if not --ffn_hidden_size (not in AICB)"),
    /** Tensor-parallel ranks that share an expert. Not in AICB. */
    EXPERT_TENSOR(
            "--expert_tensor_parallel_size",
            0,
            "ranks that share an expert: 1, which spreads experts over tensor-parallel ranks too, or as many as"
                    + " --tensor_model_parallel_size, as without it (execution traces; not in AICB)"),
    /** Whether token dispatch overlaps with shared experts. Not in AICB. */
    SHARED_OVERLAP(
            "--moe_shared_expert_overlap",
            false,
            "tokens go to experts while shared experts compute (execution traces; not in AICB)"),
    /** Load of the fullest expert. Not in AICB. */
    EXPERT_LOAD(
            "--moe_load_factor",
            "1",
            "tokens of the fullest rank of experts over the mean, 1 or more (execution traces; not in AICB)"),
    /** Whether the output layer has its own token table. Not in AICB. */
    UNTIED(
            "--untie_embeddings_and_output_weights",
            false,
            "the output layer does not share the token table (execution traces; not in AICB)"),
    /** What is computed again in the backward pass. Not in AICB. */
    RECOMPUTE_GRANULARITY(
            "--recompute_granularity",
            "none",
            "recomputation: none, selective (as --recompute_activations), op (torchtitan's, by operation) or full"
                    + " (execution traces; not in AICB)"),
    /** Whether the last part of a pipeline keeps its activations. Not in AICB. */
    KEEP_LAST("--no_recompute_last_stage", false, "do not recompute in the last stage (not in AICB)"),
    /** Whether tensor-parallel exchanges run in chunks during the products. Not in AICB. */
    TP_OVERLAP(
            "--tp_comm_overlap",
            false,
            "tensor-parallel exchanges in chunks during products (execution traces; not in AICB)"),
    /** Whether expert exchanges overlap with another micro batch. Not in AICB. */
    EP_OVERLAP(
            "--overlap_moe_expert_parallel_comm",
            false,
            "exchanges of experts during the passes of another micro batch (execution traces; not in AICB)"),
    /** How tokens reach their experts. Not in AICB. */
    TOKEN_DISPATCHER(
            "--moe_token_dispatcher_type",
            "flex",
            "dispatcher: flex (a token goes to a node once) or alltoall (once per expert; estimates; not in AICB)"),
    /** Whether the products of experts are fused. Not in AICB. */
    FUSED_EXPERTS(
            "--use_fused_grouped_mlp",
            false,
            "products of all experts, their activation and casts in one kernel each (estimates; not in AICB)"),
    /** Element type in which tokens are dispatched to experts. Not in AICB. */
    DISPATCH_TYPE(
            "--moe_dispatch_dtype",
            null,
            "type of tokens sent to experts: fp8 (with --frame DeepSeek) or bf16 (otherwise) (execution"
                    + " traces; not in AICB)"),
    /** Whether the step runs as CUDA graphs. Not in AICB. */
    CUDA_GRAPHS("--cuda_graphs", false, "the whole step as CUDA graphs, without the host (estimates; not in AICB)"),
    /** Parts of a layer that run as CUDA graphs. Not in AICB. */
    GRAPH_SCOPE(
            "--cuda_graph_scope",
            null,
            "parts of a layer that run as CUDA graphs, without the host, separated by commas: attn, mamba,"
                    + " mlp, moe_router (with shared experts) (estimates; not in AICB)"),
    /** How context-parallel ranks exchange. Not in AICB. */
    CONTEXT_EXCHANGE(
            "--cp_comm_type",
            "p2p",
            "how sequences are shared: p2p (ring attention), a2a (Ulysses) or all_gather (execution traces;"
                    + " not in AICB)"),
    /** Modules of a layer that are computed again. Not in AICB. */
    RECOMPUTE_MODULES(
            "--recompute_modules",
            null,
            "parts of a layer to recompute, separated by commas: core_attn, layernorm, mla_up_proj, mlp,"
                    + " moe, moe_act, shared_experts (execution traces; not in AICB)"),
    /** Which layers are computed again. Not in AICB. */
    RECOMPUTE_METHOD(
            "--recompute_method",
            "uniform",
            "full recomputation: uniform (runs of layers) or block (the first layers of a part; not in AICB)"),
    /** How many layers are computed again. Not in AICB. */
    RECOMPUTE_LAYERS(
            "--recompute_num_layers",
            1,
            "layers of a run (uniform), or of each part (block; execution traces; not in AICB)"),
    /** Layers whose activations wait in the host's memory. Not in AICB. */
    OFFLOAD_LAYERS(
            "--cpu_offloading_num_layers",
            0,
            "layers, the first ones, whose activations wait in the host's memory for the backward pass (execution traces;"
                    + " not in AICB)"),
    /** Whether the host updates parameters. Not in AICB. */
    OFFLOAD_OPTIMIZER(
            "--optimizer_cpu_offload",
            false,
            "the host keeps optimizer states and updates parameters (execution traces; not in AICB)"),
    /** Which part of the parameters the host updates. Not in AICB. */
    OFFLOAD_FRACTION(
            "--optimizer_offload_fraction",
            "1",
            "with --optimizer_cpu_offload the part that the host has, above 0 and at most 1 (not in AICB)"),
    /** Whether copies of an update on the host overlap with it. Not in AICB. */
    OFFLOAD_OVERLAP(
            "--overlap_cpu_optimizer_d2h_h2d",
            false,
            "with --optimizer_cpu_offload copies and updates overlap, tensor by tensor (not in AICB)"),
    /** Rate between a GPU and its host. Not in AICB. */
    HOST_LINK(
            "--host_link",
            null,
            Kind.TEXT,
            "rate of copies between a GPU and its host's memory, in 1e9 bytes per second or with a unit, if not its"
                    + " type's (not in AICB)"),
    /** Rate of the host's memory. Not in AICB. */
    HOST_MEMORY(
            "--host_memory",
            null,
            Kind.TEXT,
            "rate at which a rank's threads update parameters in the host's memory, as --host_link, if not 10 (not in"
                    + " AICB)"),
    /** Order of micro batches. Not in AICB. */
    SCHEDULE(
            "--schedule",
            "1f1b",
            "pipeline schedule: gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev (execution traces;"
                    + " not in AICB)"),
    /** Chunks of layers per stage. Not in AICB. */
    VIRTUAL_STAGES("--virtual_stages", 1, "chunks of layers per stage, interleaved (execution traces; not in AICB)"),
    /** Layers of the first stage. Not in AICB. */
    FIRST_LAYERS(
            "--decoder_first_pipeline_num_layers",
            -1,
            "layers of the first part of the pipeline, if not its share (execution traces; not in AICB)"),
    /** Layers of the last stage. Not in AICB. */
    LAST_LAYERS(
            "--decoder_last_pipeline_num_layers",
            -1,
            "layers of the last part of the pipeline, if not its share (execution traces; not in AICB)"),
    /** What is sharded across data-parallel copies. Not in AICB. */
    SHARDING(
            "--data_parallel_sharding_strategy",
            null,
            "sharding over copies: no_shard, optim, optim_grads or optim_grads_params (FSDP) (execution"
                    + " traces; not in AICB)"),
    /** Groups of copies that each hold all shards. Not in AICB. */
    INSTANCES(
            "--num_distributed_optimizer_instances",
            1,
            "groups of copies that each hold all shares of ZeRO or FSDP: HSDP (execution traces; not in AICB)"),
    /** Element type of gradients. Not in AICB. */
    GRAD_HALF(
            "--grad_reduce_in_bf16",
            false,
            "keep and exchange gradients in half precision, as DeepSpeed does (execution traces; not in AICB)"),
    /** First layers that stay in half precision. Not in AICB. */
    START_IN_HALF(
            "--num_layers_at_start_in_bf16",
            0,
            "first layers whose products stay in half precision under an eight- or four-bit --dtype (execution traces;"
                    + " not in AICB)"),
    /** Last layers that stay in half precision. Not in AICB. */
    END_IN_HALF(
            "--num_layers_at_end_in_bf16",
            0,
            "last layers whose products stay in half precision under an eight- or four-bit --dtype (execution traces;"
                    + " not in AICB)"),
    /** Element types of single modules. Not in AICB. */
    MODULE_TYPES(
            "--module_dtypes",
            null,
            "types of products other than --dtype, separated by commas, such as attention=bf16,mamba_out=mxfp8:"
                    + " attention, mlp (with shared experts), experts, latent, mamba_in, mamba_out, mtp (execution traces;"
                    + " not in AICB)"),
    /** Modules that predict further tokens. Not in AICB. */
    MTP("--mtp_num_layers", 0, "multi-token prediction modules after the output (execution traces; not in AICB)"),
    /** Kinds of layers of such a module in a hybrid model. Not in AICB. */
    MTP_HYBRID(
            "--mtp_hybrid_override_pattern",
            null,
            "kinds of layers of each prediction module of a hybrid model, whose modules share them (not in AICB)"),
    /** Rank of adapters. Not in AICB. */
    LORA(
            "--lora_rank",
            0,
            "rank of adapters of linear layers, whose weights are frozen; 0 for none (execution traces; not in AICB)"),
    /** Linear layers that have adapters. Not in AICB. */
    LORA_MODULES(
            "--lora_target_modules",
            null,
            "linear layers with adapters, separated by commas: linear_qkv, linear_proj, linear_fc1, linear_fc2; without"
                    + " it all (execution traces; not in AICB)"),
    /** Groups of experts. Not in AICB. */
    ROUTER_GROUPS(
            "--moe_router_num_groups",
            1,
            "groups of experts, such as nodes, of which a token chooses some (execution traces; not in AICB)"),
    /** Groups chosen per token. Not in AICB. */
    ROUTER_GROUP_TOP_K(
            "--moe_router_group_topk", 1, "groups of experts that a token chooses (execution traces; not in AICB)"),
    /** Load of each expert. Not in AICB. */
    EXPERT_LOADS(
            "--moe_expert_loads",
            null,
            "CSV of expert,tokens, or zipf:EXPONENT: uneven experts, messages of their sizes (execution traces; not in AICB)"),
    /** Kinds of layers of a hybrid model. Not in AICB. */
    HYBRID(
            "--hybrid_override_pattern",
            null,
            "one letter per layer: M Mamba-2, * attention, - feed-forward, E experts (execution traces; not in AICB)"),
    /** Heads of a state-space layer. Not in AICB. */
    MAMBA_HEADS("--mamba_num_heads", 64, "heads of a Mamba-2 layer (execution traces; not in AICB)"),
    /** Width of a Mamba-2 head. Not in AICB. */
    MAMBA_HEAD_WIDTH("--mamba_head_dim", 64, "width of a head of a Mamba-2 layer (execution traces; not in AICB)"),
    /** States per Mamba-2 head. Not in AICB. */
    MAMBA_STATES("--mamba_state_dim", 128, "states of a head of a Mamba-2 layer (execution traces; not in AICB)"),
    /** Groups of Mamba-2 heads. Not in AICB. */
    MAMBA_GROUPS("--mamba_num_groups", 8, "groups of heads of a Mamba-2 layer (execution traces; not in AICB)"),
    /** Width of shared experts. Not in AICB. */
    SHARED_FFN(
            "--moe_shared_expert_intermediate_size",
            0,
            "width of the shared experts together, if not that of as many experts (not in AICB)"),
    /** Width of tokens inside routed experts. Not in AICB. */
    LATENT("--moe_latent_size", 0, "width of tokens among routed experts, if not the hidden size (not in AICB)"),
    /** Granularity of computation nodes. Not in AICB. */
    DETAIL("--detail", "parts", "nodes: parts (one between exchanges) or kernels (execution traces; not in AICB)");

    /** The kind of an option's value. */
    @Internal
    public enum Kind {
        /** Present or absent. */
        FLAG,
        /** A whole number. */
        NUMBER,
        /** A text. */
        TEXT
    }

    private final String option;
    private final String base;
    private final Kind kind;
    private final String meaning;

    LlmOption(String option, String base, String meaning) {
        this(option, base, Kind.TEXT, meaning);
    }

    LlmOption(String option, long base, String meaning) {
        this(option, Long.toString(base), Kind.NUMBER, meaning);
    }

    LlmOption(String option, boolean base, String meaning) {
        this(option, Boolean.toString(base), Kind.FLAG, meaning);
    }

    LlmOption(String option, String base, Kind kind, String meaning) {
        this.option = option;
        this.base = base;
        this.kind = kind;
        this.meaning = meaning;
    }

    /** The name on a command line. */
    public String option() {
        return option;
    }

    /** The default value; null when there is none. */
    public String base() {
        return base;
    }

    /** The kind of its value. */
    @Internal
    public Kind kind() {
        return kind;
    }

    /** Its description, for help texts. */
    public String meaning() {
        return meaning;
    }
}
