// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names as recordings hold them, of libraries and of kernels that only sound like communication. */
class CommKernelsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)",
                "ncclSymkDevKernel_AllReduce_RSxLD_AGxST_fp16(ncclSymkDevWorkArgs4K)",
                "rcclGenericKernel<4, false>(rcclArgs)",
                "void mscclpp::allreduce7<__half>(__half*, __half*)"
            })
    void wholeCollectivesAreThoseOfNccl(String kernel) {
        assertThat(CommKernels.isWhole(kernel)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "void deep_ep::internode::dispatch<false, 8, true, 8>(int4*)",
                "nvshmemi_barrier_on_stream_kernel(int)",
                "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*)",
                "void copy<ncclDevKernel>(int)",
                "ampere_sgemm_128x64_tn",
                ""
            })
    void partsOfCollectivesAndOtherKernelsAreNotWhole(String kernel) {
        assertThat(CommKernels.isWhole(kernel)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)",
                "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)",
                "ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)",
                "rcclDevKernel_Generic",
                "ncclSymkDevKernel_AllReduce_RSxLD_AGxST_fp16(ncclSymkDevWorkArgs4K)",
                "ncclSymDevKernel_AllGather_LL(ncclSymDevArgs)",
                "mscclKernel_Sum_half_LL_false",
                "void mscclpp::allreduce7<__half>(__half*, __half*)",
                "void deep_ep::internode::dispatch<false, 8, true, 8>(int4*)",
                "void dpsk::ep::internode::cached_notify<false>(int, int, int)",
                "void dpsk::ep::cuda::get_dispatch_layout<256, 32, 8>(long const*, int*)",
                "void deep_ep::intranode::notify_dispatch<8>(int const*, int*)",
                "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*)",
                "void sglang::cross_device_reduce_2stage<float, 8>(sglang::RankData*)",
                "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<2>()",
                "void tensorrt_llm::kernels::oneShotAllReduceKernel<__half, 4, true>(tensorrt_llm::kernels::AllReduceParams)",
                "tensorrt_llm::kernels::moe_comm::moeA2ADispatchKernel<2>(int)",
                "void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*)",
                "quickreduce::allreduce_prototype_twoshot<quickreduce::AllReduceTwoshot<half>>(void const*)",
                "nvshmemi_barrier_on_stream_kernel(int)",
                "void nvshmem_alltoallmem_on_stream_kernel(int)",
                "mori::moe::EpDispatchIntraNodeKernel<__hip_bfloat16>(int)",
                "void aiter::allreduce_fusion_kernel_2stage<bf16>(int)",
                "_ZN4vllm26cross_device_reduce_1stageI13__nv_bfloat16Li2EEEvPNS_8RankDataE",
                "hcom_allReduce_"
            })
    void communicate(String kernel) {
        assertThat(CommKernels.is(kernel)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ampere_sgemm_128x64_tn",
                "void (anonymous namespace)::groupnorm_kernel_dispatch_down<__hip_bfloat16, 1024u>(unsigned int)",
                "void cub::DeviceReduceByKeyKernel<cub::DispatchReduceByKey<long*>>(long*)",
                "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>(int)",
                "void flash_fwd_splitkv_combine_kernel<Flash_fwd_kernel_traits<128>>(int)",
                "void cutlass::device_kernel<dpsk::grouped_gemm::cuda::GemmKernel>(int)",
                "void softmax_kernel<float, WarpAllReduce<float>>(float*)",
                "void warpAllReduceSum<float>(float*)",
                "void blockAllReduceKernel<float>(float*)",
                "at::native::type_specialized_broadcast_kernel_launcher<1>(int)",
                "Cijk_Alik_Bljk_HHS_BH_MT128x128x32",
                "vllm::moe::topkGatingSoftmax<8>(float*)",
                ""
            })
    void compute(String kernel) {
        assertThat(CommKernels.is(kernel)).isFalse();
    }

    @Test
    void everyLibraryIsKnownWhereTracesAreReadAndWhereTheyAreLinked() {
        for (String library : new String[] {"nccl", "rccl", "gloo", "mpi", "ucc", "xccl", "hccl"}) {
            assertThat(CommNames.isOperator(library + ":all_reduce"))
                    .as(library)
                    .isTrue();
            assertThat(CommNames.isRecord(library + ":all_reduce")).as(library).isTrue();
        }
        assertThat(CommNames.isHostBackend("ucc:all_reduce")).isTrue();
        assertThat(CommNames.isHostBackend("nccl:all_reduce")).isFalse();
        assertThat(CommNames.isCustomOperator("_C_custom_ar::all_reduce")).isTrue();
        assertThat(CommNames.isCustomOperator("trtllm::allreduce")).isTrue();
        assertThat(CommNames.isCustomOperator("FusedDispatch")).isTrue();
        assertThat(CommNames.isCustomOperator("aten::all_reduce_like")).isFalse();
        assertThat(CommNames.isCustomOperator("c10d::allreduce_")).isFalse();
        assertThat(CommNames.isRecord("aten::mm")).isFalse();
    }
}
