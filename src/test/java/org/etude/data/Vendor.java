// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import java.util.Map;

/** The words in which the runtimes of the two vendors say the same thing, as their real traces show them. */
enum Vendor {
    HIP(
            "aten::miopen_convolution",
            "hipLaunchKernel",
            "hipExtModuleLaunchKernel",
            "hipExtLaunchKernel",
            "hipMemcpyAsync",
            "hipStreamWaitEvent",
            "hipDeviceSynchronize",
            "ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)",
            "Cijk_Ailk_Bljk_SB_MT64x64x16_MI16x16x1_SN_1LDSB0",
            "igemm_fwd_gtcx3_nhwc_fp32_bx0_ex0_bt64x64x16",
            "igemm_bwd_gtcx3_nhwc_fp32_bx0_ex0_bt64x64x16",
            0,
            4),
    CUDA(
            "aten::cudnn_convolution",
            "cudaLaunchKernel",
            "cudaLaunchKernel",
            "cudaLaunchKernelExC",
            "cudaMemcpyAsync",
            "cudaStreamWaitEvent",
            "cudaDeviceSynchronize",
            "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            "ampere_sgemm_64x64_nn",
            "implicit_convolve_sgemm<float, float, 1024, 5, 5, 3, 3, 3, 1, false, false, true>",
            "cudnn::cnn::wgrad_alg0_engine<float, 512, 6, 5, 3, 3, 3, false, 512>",
            7,
            20);

    final String convolution;
    final String launch;
    final String libraryLaunch;
    final String collectiveLaunch;
    final String copy;
    final String waitEvent;
    final String synchronize;
    final String collectiveKernel;
    final String gemm;
    final String convolutionForward;
    final String convolutionBackward;
    final int computeStream;
    final int collectiveStream;

    Vendor(
            String convolution,
            String launch,
            String libraryLaunch,
            String collectiveLaunch,
            String copy,
            String waitEvent,
            String synchronize,
            String collectiveKernel,
            String gemm,
            String convolutionForward,
            String convolutionBackward,
            int computeStream,
            int collectiveStream) {
        this.convolution = convolution;
        this.launch = launch;
        this.libraryLaunch = libraryLaunch;
        this.collectiveLaunch = collectiveLaunch;
        this.copy = copy;
        this.waitEvent = waitEvent;
        this.synchronize = synchronize;
        this.collectiveKernel = collectiveKernel;
        this.gemm = gemm;
        this.convolutionForward = convolutionForward;
        this.convolutionBackward = convolutionBackward;
        this.computeStream = computeStream;
        this.collectiveStream = collectiveStream;
    }

    /** The name an operator has on this vendor's GPUs. */
    String operator(String recorded) {
        return recorded.equals("aten::mkldnn_convolution") ? convolution : recorded;
    }

    /** The GPU work that an operator itself starts; null when it starts none. */
    Work work(String recorded) {
        return switch (recorded) {
            case "aten::mm", "aten::addmm" -> new Work(libraryLaunch, gemm);
            case "aten::mkldnn_convolution" -> new Work(libraryLaunch, convolutionForward);
            case "aten::convolution_backward" -> new Work(libraryLaunch, convolutionBackward);
            case "aten::copy_" -> new Work(copy, "Memcpy DtoD (Device -> Device)");
            default -> {
                String kernel = KERNELS.get(recorded);
                yield kernel == null ? null : new Work(launch, kernel);
            }
        };
    }

    /** A runtime call and the name of the GPU event it causes. */
    record Work(String launch, String kernel) {
        boolean isCopy() {
            return kernel.startsWith("Memcpy");
        }
    }

    private static final Map<String, String> KERNELS = Map.ofEntries(
            Map.entry("aten::add_", elementwise("CUDAFunctor_add<float>")),
            Map.entry("aten::mul", elementwise("AUnaryFunctor<float, float, float, MulFunctor<float> >")),
            Map.entry("aten::mul_", elementwise("AUnaryFunctor<float, float, float, MulFunctor<float> >")),
            Map.entry("aten::fill_", elementwise("FillFunctor<float>")),
            Map.entry("aten::clamp_min", elementwise("launch_clamp_scalar(float)")),
            Map.entry("aten::threshold_backward", elementwise("threshold_kernel_impl<float>")),
            Map.entry("aten::sum", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >"),
            Map.entry("aten::max_pool2d_with_indices", "void at::native::max_pool_forward_nchw<float, float>"),
            Map.entry("aten::max_pool2d_with_indices_backward", "void at::native::max_pool_backward_nchw<float>"),
            Map.entry("aten::_log_softmax", "void at::native::cunn_SoftMaxForward<4, float, float, float>"),
            Map.entry("aten::_log_softmax_backward_data", "void at::native::cunn_SoftMaxBackward<4, float>"),
            Map.entry("aten::nll_loss_forward", "void at::native::nll_loss_forward_reduce_cuda_kernel_2d<float>"),
            Map.entry("aten::nll_loss_backward", "void at::native::nll_loss_backward_reduce_cuda_kernel_2d<float>"));

    private static String elementwise(String functor) {
        return "void at::native::vectorized_elementwise_kernel<4, at::native::" + functor + ">";
    }
}
