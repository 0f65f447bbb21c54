// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.given;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.given.IgnoredOptions.Job;
import org.etude.workload.llm.given.IgnoredOptions.Rule;
import org.etude.workload.llm.given.IgnoredOptions.WordRule;

/** What a job must have for its options to matter. */
final class JobRules {
    private final List<Rule> rules = new ArrayList<>();

    /** All rules; of those of an option, the first that fails is the one to name. */
    List<Rule> all() {
        outputs();
        machine();
        experts();
        layers();
        splits();
        sharing();
        recomputation();
        host();
        return List.copyOf(rules);
    }

    private void add(Predicate<Job> matters, String otherwise, LlmOption... options) {
        rules.add(new Rule(Set.of(options), matters, otherwise));
    }

    /** A rule that does not depend on what is made of the job. */
    private void need(Predicate<LlmTraining> matters, String otherwise, LlmOption... options) {
        add(job -> matters.test(job.training()), otherwise, options);
    }

    private void outputs() {
        add(job -> !job.estimate(), "on the time of one step", LlmOption.EPOCHS);
        add(job -> !job.estimate(), "on a search, whose splits were not measured", LlmOption.AIOB, LlmOption.AIOB_FILE);
        add(
                Job::estimate,
                "on traces: give the network to the simulation",
                LlmOption.LINK,
                LlmOption.NIC,
                LlmOption.OVERSUBSCRIPTION,
                LlmOption.DOMAIN);
    }

    private void machine() {
        LlmOption[] kernels = {
            LlmOption.EFFICIENCY,
            LlmOption.HOST_US,
            LlmOption.ATTENTION_KERNEL,
            LlmOption.MACHINE,
            LlmOption.CUDA_GRAPHS,
            LlmOption.GRAPH_SCOPE
        };
        need(training -> !training.flag(LlmOption.AIOB), "next to measured times (--comp_filepath)", kernels);
        need(
                training -> !training.flag(LlmOption.AIOB),
                "next to measured times (--comp_filepath)",
                LlmOption.PEAK_TFLOPS,
                LlmOption.HBM,
                LlmOption.FUSED_EXPERTS);
        need(training -> gpu(training) != null, "without --gpu_type, which times are estimated for", kernels);
        need(
                training -> training.efficiency().isEmpty(),
                "with --efficiency, which replaces the model of kernels and of the host",
                LlmOption.HOST_US,
                LlmOption.ATTENTION_KERNEL,
                LlmOption.CUDA_GRAPHS,
                LlmOption.GRAPH_SCOPE);
        add(
                job -> job.estimate() || job.training().efficiency().isEmpty(),
                "on traces with --efficiency: its factors are of the model that this replaces, and of the network",
                LlmOption.MACHINE);
        need(
                training -> !training.flag(LlmOption.CUDA_GRAPHS),
                "with --cuda_graphs, which needs no host",
                LlmOption.HOST_US,
                LlmOption.GRAPH_SCOPE);
        need(training -> training.world() > 1, "on one GPU", LlmOption.LINK, LlmOption.DOMAIN);
        add(
                job -> !job.estimate() || spansNodes(job.training()),
                "on GPUs of one node",
                LlmOption.NIC,
                LlmOption.OVERSUBSCRIPTION);
    }

    private static GpuModel gpu(LlmTraining training) {
        return MachineOptions.gpu(training).orElse(null);
    }

    private static boolean spansNodes(LlmTraining training) {
        GpuModel gpu = gpu(training);
        return gpu == null || training.world() > gpu.node().domain();
    }

    private void experts() {
        need(
                LlmTraining::hasExperts,
                "without experts (--moe_enable)",
                LlmOption.EXPERTS,
                LlmOption.TOP_K,
                LlmOption.EXPERT_FFN,
                LlmOption.SHARED_EXPERTS,
                LlmOption.SHARED_FFN,
                LlmOption.SHARED_OVERLAP,
                LlmOption.EXPERT_LOADS,
                LlmOption.EP_OVERLAP,
                LlmOption.TOKEN_DISPATCHER,
                LlmOption.FUSED_EXPERTS,
                LlmOption.DISPATCH_TYPE,
                LlmOption.ROUTER_GROUPS,
                LlmOption.ROUTER_GROUP_TOP_K,
                LlmOption.EXPERT_TENSOR,
                LlmOption.LATENT);
        need(training -> training.tp() > 1, "without --tensor_model_parallel_size", LlmOption.EXPERT_TENSOR);
        need(
                training -> training.number(LlmOption.SHARED_EXPERTS) > 0,
                "without shared experts (--n_shared_expert)",
                LlmOption.SHARED_FFN,
                LlmOption.SHARED_OVERLAP);
        need(
                training -> training.number(LlmOption.ROUTER_GROUPS) > 1,
                "without --moe_router_num_groups",
                LlmOption.ROUTER_GROUP_TOP_K);
        need(
                training -> training.ep() > 1,
                "on experts that are not spread over ranks (--expert_model_parallel_size)",
                LlmOption.DISPATCH_TYPE,
                LlmOption.EXPERT_LOADS,
                LlmOption.SHARED_OVERLAP,
                LlmOption.ROUTER_GROUPS,
                LlmOption.ROUTER_GROUP_TOP_K);
        need(
                training -> training.number(LlmOption.ROUTER_GROUPS) <= 1,
                "with --moe_router_num_groups, whose exchanges come one after the other",
                LlmOption.SHARED_OVERLAP);
    }

    private void layers() {
        need(
                training -> hasDense(training) || training.number(LlmOption.EXPERT_FFN) == 0,
                "on experts with a width of their own (--moe_ffn_hidden_size) and no dense layers",
                LlmOption.FFN_HIDDEN);
        need(
                LlmTraining::deepSeek,
                "without --frame DeepSeek",
                LlmOption.DENSE_LAYERS,
                LlmOption.ROPE_DIM,
                LlmOption.NOPE_DIM,
                LlmOption.QUERY_RANK,
                LlmOption.KEY_VALUE_RANK,
                LlmOption.VALUE_DIM);
        need(
                training -> !training.deepSeek(),
                "with --frame DeepSeek, whose heads have widths of their own (--qk_nope_dim)",
                LlmOption.QUERY_GROUPS,
                LlmOption.HEAD_WIDTH);
        need(
                training -> !training.deepSeek()
                        && !training.flag(LlmOption.SWIGLU)
                        && training.text(LlmOption.HYBRID) == null,
                "on a model without a table of positions (rotary positions)",
                LlmOption.POSITIONS);
        need(
                training -> training.hasKind('M'),
                "without state-space layers (M in --hybrid_override_pattern)",
                LlmOption.MAMBA_HEADS,
                LlmOption.MAMBA_HEAD_WIDTH,
                LlmOption.MAMBA_STATES,
                LlmOption.MAMBA_GROUPS);
        need(
                training -> training.text(LlmOption.HYBRID) != null && training.number(LlmOption.MTP) > 0,
                "without --hybrid_override_pattern and --mtp_num_layers",
                LlmOption.MTP_HYBRID);
        need(training -> training.number(LlmOption.LORA) > 0, "without --lora_rank", LlmOption.LORA_MODULES);
        need(
                training -> training.pp() == 1
                        || training.number(LlmOption.LORA) == 0 && training.number(LlmOption.MTP) == 0,
                "with --mtp_num_layers or --lora_rank and stages, of which the last has an output table of its own anyway",
                LlmOption.UNTIED);
        need(
                training -> training.flag(LlmOption.LOSS_FUSION),
                "without --cross_entropy_loss_fusion",
                LlmOption.LOSS_IMPL);
        need(
                JobRules::isMegatrons,
                "with --frame DeepSpeed or torchtitan, which have a fused loss of one kind",
                LlmOption.LOSS_IMPL);
        need(
                JobRules::hasFewBits,
                "on products that are all in half precision (--dtype, --module_dtypes)",
                LlmOption.START_IN_HALF,
                LlmOption.END_IN_HALF);
    }

    private void splits() {
        LlmOption[] tensor = {LlmOption.SEQUENCE_PARALLEL, LlmOption.TP_OVERLAP};
        need(training -> training.tp() > 1, "without --tensor_model_parallel_size", tensor);
        need(LlmTraining::sequenceParallel, "without --enable_sequence_parallel", LlmOption.TP_OVERLAP);
        need(
                training -> training.number(LlmOption.CONTEXT_PARALLEL) > 1,
                "without --context-parallel-size",
                LlmOption.CONTEXT_EXCHANGE);
        need(
                training -> !"interleaved".equals(training.text(LlmOption.SCHEDULE))
                        || training.number(LlmOption.VIRTUAL_STAGES) > 1,
                "as interleaved without --virtual_stages: it is 1f1b",
                LlmOption.SCHEDULE);
    }

    private void sharing() {
        LlmOption[] copies = {
            LlmOption.DISTRIBUTED_OPTIMIZER, LlmOption.OVERLAP_GRAD, LlmOption.REDUCE_BUCKET, LlmOption.SHARDING
        };
        need(training -> training.dp() > 1, "on one copy of the model", copies);
        need(LlmTraining::deepSpeed, "without --frame DeepSpeed", LlmOption.ZERO_STAGE);
        need(
                training -> training.text(LlmOption.SHARDING) == null,
                "next to --data_parallel_sharding_strategy",
                LlmOption.DISTRIBUTED_OPTIMIZER);
        need(
                JobRules::isMegatrons,
                "with --frame DeepSpeed or torchtitan, which share by rules of their own",
                LlmOption.DISTRIBUTED_OPTIMIZER);
        need(
                JobRules::isMegatrons,
                "with --frame DeepSpeed or torchtitan, whose gradients have a type of their own",
                LlmOption.GRAD_HALF);
        need(
                training -> ZeroStage.of(training) < 3,
                "on shared parameters, whose gradients always go during the backward pass",
                LlmOption.OVERLAP_GRAD);
    }

    private void recomputation() {
        LlmOption[] runs = {LlmOption.RECOMPUTE_METHOD, LlmOption.RECOMPUTE_LAYERS};
        need(
                training -> "full".equals(training.text(LlmOption.RECOMPUTE_GRANULARITY)),
                "without --recompute_granularity full",
                runs);
        need(
                training -> "full".equals(training.text(LlmOption.RECOMPUTE_GRANULARITY)),
                "without --recompute_granularity full, which is what the last stage can leave out",
                LlmOption.KEEP_LAST);
        need(training -> training.pp() > 1, "on a single stage", LlmOption.KEEP_LAST);
        need(
                training ->
                        LlmOption.RECOMPUTE_GRANULARITY.base().equals(training.text(LlmOption.RECOMPUTE_GRANULARITY)),
                "next to --recompute_granularity, which says what is recomputed",
                LlmOption.RECOMPUTE);
        need(
                training -> training.text(LlmOption.RECOMPUTE_MODULES) == null,
                "next to --recompute_modules, which names what is recomputed",
                LlmOption.RECOMPUTE);
    }

    private void host() {
        need(
                training -> training.flag(LlmOption.OFFLOAD_OPTIMIZER),
                "without --optimizer_cpu_offload",
                LlmOption.OFFLOAD_FRACTION,
                LlmOption.OFFLOAD_OVERLAP,
                LlmOption.HOST_MEMORY);
        need(
                training -> training.flag(LlmOption.OFFLOAD_OPTIMIZER) || training.number(LlmOption.OFFLOAD_LAYERS) > 0,
                "without --optimizer_cpu_offload or --cpu_offloading_num_layers",
                LlmOption.HOST_LINK);
    }

    /** The rules of words of a list. */
    static List<WordRule> words() {
        LlmOption modules = LlmOption.RECOMPUTE_MODULES;
        LlmOption scope = LlmOption.GRAPH_SCOPE;
        LlmOption types = LlmOption.MODULE_TYPES;
        String noExperts = "without experts (--moe_enable)";
        String noShared = "without shared experts (--n_shared_expert)";
        String noDense = "without dense feed-forward layers";
        String noStates = "without state-space layers (M in --hybrid_override_pattern)";
        return List.of(
                new WordRule(modules, Set.of("moe", "moe_act"), LlmTraining::hasExperts, noExperts),
                new WordRule(modules, Set.of("shared_experts"), JobRules::hasShared, noShared),
                new WordRule(modules, Set.of("mla_up_proj"), LlmTraining::deepSeek, "without --frame DeepSeek"),
                new WordRule(modules, Set.of("mlp"), JobRules::hasDense, noDense),
                new WordRule(scope, Set.of("moe_router"), LlmTraining::hasExperts, noExperts),
                new WordRule(scope, Set.of("mlp"), JobRules::hasFeedForward, noDense + " or shared experts"),
                new WordRule(scope, Set.of("mamba"), training -> training.hasKind('M'), noStates),
                new WordRule(
                        scope,
                        Set.of("moe_preprocess"),
                        training -> false,
                        "on times: what it holds is counted with the router or not at all"),
                new WordRule(types, Set.of("experts"), LlmTraining::hasExperts, noExperts),
                new WordRule(types, Set.of("latent"), JobRules::hasLatent, "without --moe_latent_size"),
                new WordRule(types, Set.of("mlp"), JobRules::hasFeedForward, noDense + " or shared experts"),
                new WordRule(types, Set.of("mamba_in", "mamba_out"), training -> training.hasKind('M'), noStates),
                new WordRule(
                        types,
                        Set.of("mtp"),
                        training -> training.number(LlmOption.MTP) > 0,
                        "without --mtp_num_layers"));
    }

    private static boolean isMegatrons(LlmTraining training) {
        return !training.deepSpeed() && !training.torchtitan();
    }

    private static boolean hasShared(LlmTraining training) {
        return training.hasExperts() && training.number(LlmOption.SHARED_EXPERTS) > 0;
    }

    private static boolean hasLatent(LlmTraining training) {
        return training.hasExperts() && training.expertWidth() != training.hidden();
    }

    private static boolean hasDense(LlmTraining training) {
        if (training.text(LlmOption.HYBRID) != null) {
            return training.hasKind('-');
        }
        return training.deepSeek() ? training.number(LlmOption.DENSE_LAYERS) > 0 : !training.flag(LlmOption.MOE);
    }

    private static boolean hasFeedForward(LlmTraining training) {
        return hasDense(training) || hasShared(training);
    }

    private static boolean hasFewBits(LlmTraining training) {
        return ElementType.named(training.text(LlmOption.DTYPE)).isCast()
                || !training.moduleTypes().isEmpty();
    }
}
