// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpClassTest {
    @ParameterizedTest
    @CsvSource({
        "ampere_sgemm_128x64_nn, MATMUL",
        "'Cijk_Ailk_Bljk_HHS_BH_MT128x128x16', MATMUL",
        "'void cutlass::Kernel2<cutlass_80_tensorop>', MATMUL",
        "aten::mm, MATMUL",
        "aten::convolution_backward, CONVOLUTION",
        "sm80_xmma_wgrad_implicit_gemm, CONVOLUTION",
        "flash_fwd_splitkv_kernel, ATTENTION",
        "'at::native::multi_tensor_apply_kernel<adam>', OPTIMIZER",
        "'void at::native::batch_norm_collect_statistics', NORMALISATION",
        "Memcpy DtoD (Device -> Device), COPY",
        "'void at::native::vectorized_elementwise_kernel<4>', ELEMENTWISE",
        "my_kernel, OTHER",
    })
    void namesTellTheSort(String name, OpClass expected) {
        assertThat(OpClass.of(name)).isEqualTo(expected);
    }
}
