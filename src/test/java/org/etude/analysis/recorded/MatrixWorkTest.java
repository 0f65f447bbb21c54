// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.etude.Traces;
import org.etude.trace.model.MatrixOperator;
import org.etude.trace.model.TraceException;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;

/** Operations and bytes, worked out by hand. */
class MatrixWorkTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 2 x 8 x 10 x 128; 80 + 1280 + 1024 elements
                "aten::mm | [[8,10],[10,128]] | [] | 20480 | 2384",
                // 2 x 4 x 2 x 3 x 5; 24 + 60 + 40
                "aten::bmm | [[4,2,3],[4,3,5]] | [] | 240 | 124",
                // 2 x 8 x 4096 x 128; the addend is not counted
                "aten::addmm | [[128],[8,4096],[4096,128],[],[]] | [] | 8388608 | 558080",
                // out 8 x 32 x 32 x 32, 27 weights each
                "aten::convolution | [[8,3,32,32],[32,3,3,3],[32]] | [\"\",\"\",\"\",\"[1, 1]\",\"[1, 1]\",\"[1, 1]\",\"False\"]"
                        + " | 14155776 | 287584",
                // stride 2, no padding, dilation 2: (9 - 5) / 2 + 1 = 3
                "aten::convolution | [[1,2,9],[4,2,3]] | [\"\",\"\",\"\",\"[2]\",\"[0]\",\"[2]\",\"False\"] | 144 | 54",
                // transposed: 2 x (1 x 2 x 9) x (4 x 3)
                "aten::convolution | [[1,2,9],[2,4,3]] | [\"\",\"\",\"\",\"[1]\",\"[0]\",\"[1]\",\"True\"] | 432 | 42",
                // the same with its output: 1 x (3 x 2) x ((9 - 1) x 2 - 2 + 3 + 1) with two groups of 3
                "aten::convolution | [[1,2,9],[2,3,3]] | [\"\",\"\",\"\",\"[2]\",\"[1]\",\"[1]\",\"True\",\"[1]\",\"2\"]"
                        + " | 324 | 144",
                // two groups: weight [4, 1, 3]; out 1 x 4 x 7
                "aten::convolution | [[1,2,9],[4,1,3]] | [\"\",\"\",\"\",\"[1]\",\"[0]\",\"[1]\",\"False\",\"[0]\",\"2\"] | 168 | 58",
                // only the weight's gradient: 2 x (8 x 64 x 16 x 16) x 288
                "aten::convolution_backward | [[8,64,16,16],[8,32,16,16],[64,32,3,3]] | [\"\",\"\",\"\",\"[64]\",\"[1,1]\",\"[1,1]\","
                        + "\"[1,1]\",\"False\",\"[0,0]\",\"1\",\"[False, True, True]\"] | 75497472 | 233472",
                // both: twice that
                "aten::convolution_backward | [[8,64,16,16],[8,32,16,16],[64,32,3,3]] | [\"\",\"\",\"\",\"[64]\",\"[1,1]\",\"[1,1]\","
                        + "\"[1,1]\",\"False\",\"[0,0]\",\"1\",\"[True, True, True]\"] | 150994944 | 299008",
                // 2 x (1 x 8 x 141 x 141) x (64 + 64)
                "aten::_scaled_dot_product_flash_attention | [[1,8,141,64],[1,8,141,64],[1,8,141,64]] | [] | 40716288 | 288768",
                // 2 x (8 x 141 x 141) x 5 x 64
                "aten::_scaled_dot_product_flash_attention_backward | [[1,8,141,64],[1,8,141,64],[1,8,141,64],[1,8,141,64]] | []"
                        + " | 101790720 | 577536",
                "aten::_scaled_dot_product_fused_attention_overrideable | [[1,8,141,64],[1,8,141,64],[1,8,141,64]] | []"
                        + " | 40716288 | 288768",
                // the same with tokens before heads; a list of inputs that are no tensors
                "aten::_flash_attention_forward | [[1,141,8,64],[1,141,8,64],[1,141,8,64],[],[],[],[]] | [] | 40716288 | 288768",
                "flash_attn::_flash_attn_forward | [[1,141,8,64],[1,141,8,64],[1,141,8,64]] | [] | 40716288 | 288768",
                // two heads of keys for eight of queries: 2 x (2 x 8 x 10 x 20) x (4 + 4); 640 + 2 x 320 and 640
                "flash_attn_3::fwd | [[2,10,8,4],[2,20,2,4],[2,20,2,4],[],[],[],[]] | [] | 51200 | 1920",
                "flash_attn::_flash_attn_backward | [[1,141,8,64],[1,141,8,64],[1,141,8,64],[1,141,8,64],[1,141,8,64],[1,8,141],"
                        + "[1,141,8,64]] | [] | 101790720 | 577536",
                // rows of four groups, 2 x 8 x 10 x 128; 80 + 4 x 1280 + 1024
                "aten::_grouped_mm | [[8,10],[4,10,128],[4]] | [] | 20480 | 6224",
                // columns; 4 x 80 + 1280 + 1024
                "aten::_grouped_mm | [[4,8,10],[10,128],[4]] | [] | 20480 | 2624",
                // depth: each group has a result; 80 + 1280 + 4 x 1024
                "aten::_grouped_mm | [[8,10],[10,128],[4]] | [] | 20480 | 5456",
                // a stack, as bmm
                "aten::_grouped_mm | [[4,2,3],[4,3,5]] | [] | 240 | 124",
            })
    void workFollowsFromShapes(String operator, String dims, String values, double flops, double elements) {
        MatrixOperator kind = MatrixOperator.named(operator).orElseThrow();
        MatrixWork work = MatrixWork.of(kind, dims, "[\"c10::BFloat16\",\"c10::BFloat16\"]", values);
        assertThat(work.flops()).isEqualTo(flops);
        assertThat(work.bytes()).isEqualTo(2 * elements);
    }

    /** 2 x 8 x 10 x 128; 80 + 1280 elements of one byte, and 1024 of the result's type. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // PyTorch 2.5 and later: scales, bias, scale of the result, type (bfloat16), fast accumulation
                "aten::_scaled_mm | c10::Float8_e4m3fn | ['','','','','','','15','True'] | 2",
                "aten::_scaled_mm | c10::Float8_e4m3fn | ['','','','','','','6','False'] | 4",
                "aten::_scaled_mm | c10::Float8_e4m3fn | ['','','','','','','24','True'] | 1",
                // None: the type of the first matrix
                "aten::_scaled_mm | c10::Float8_e4m3fnuz | ['','','','','','','','True'] | 1",
                // before: bias, type (half), scales
                "aten::_scaled_mm | c10::Float8_e4m3fn | ['','','','5','','','','False'] | 2",
                // not recorded
                "aten::_scaled_mm | c10::Float8_e4m3fn | [] | 2",
                "aten::_int_mm | signed char | ['',''] | 4",
            })
    void productsOfEightBitsHaveWiderResults(String operator, String type, String values, int result) {
        MatrixOperator kind = MatrixOperator.named(operator).orElseThrow();
        String types = "[\"" + type + "\",\"" + type + "\",\"float\",\"float\"]";
        MatrixWork work = MatrixWork.of(kind, "[[8,10],[10,128],[],[]]", types, values.replace('\'', '"'));
        assertThat(work.flops()).isEqualTo(20480);
        assertThat(work.bytes()).isEqualTo(1360 + 1024 * result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aten::mm | ''",
                "aten::mm | []",
                "aten::mm | [[8,10],[11,128]]",
                "aten::mm | [[8],[8]]",
                "aten::mm | [[[8,10]],[10,128]]",
                "aten::addmm | [[8,10],[10,128]]",
                "aten::convolution | [[8,3,32,32],[32,3,3,3]]",
                "aten::convolution_backward | [[8,3]]",
                "aten::_scaled_dot_product_flash_attention | [[1,8,141,64],[1,8,141,32],[1,8,141,64]]",
                // sequences packed into one: their ends are among the inputs, their lengths are not
                "aten::_flash_attention_forward | [[141,8,64],[141,8,64],[141,8,64],[5],[5]]",
                "aten::_efficient_attention_forward | [[1,141,8,64],[1,141,8,64],[1,141,8,64],[],[5],[5]]",
                "aten::_efficient_attention_backward | [[1,141,8,64],[1,141,8,64],[1,141,8,64],[1,141,8,64],[],[1,141,8,64],[5]]",
                "aten::_grouped_mm | [[8,10],[4,11,128],[4]]",
                "aten::_grouped_mm | [[8],[4,11,128],[4]]",
                "aten::mm | {\"a\": 1}",
                "aten::mm | [[99999999999999999999999,1],[1,1]]",
            })
    void shapesThatDoNotFitGiveNothing(String operator, String dims) {
        MatrixOperator kind = MatrixOperator.named(operator).orElseThrow();
        assertThat(MatrixWork.of(kind, dims, "[\"float\"]", "[]")).isEqualTo(MatrixWork.UNKNOWN);
    }

    @Test
    void aRecordingGivesRatesByShape() {
        Traces traces = Traces.load("data/cnn-2-cuda");
        Table flops = traces.filter(f -> f.ranks(0)).flops();
        assertThat(flops.stringColumn("shapes").get(0)).isEqualTo("[32,64,16,16] [32,32,16,16] [64,32,3,3]");
        double work = 2.0 * 2 * 32 * 64 * 16 * 16 * 288;
        assertThat(flops.doubleColumn("work_gflop").get(0)).isCloseTo(work / 1e9, within(1e-12));
        double mean = flops.doubleColumn("mean_us").get(0);
        assertThat(flops.doubleColumn("rate_tflops").get(0)).isCloseTo(work / mean / 1e6, within(1e-9));
        assertThat(flops.doubleColumn("roof_frac").isMissing().size()).isEqualTo(flops.rowCount());
        Table roof = traces.filter(f -> f.ranks(0)).flops(1, new Bandwidth(1e9));
        double byMemory = flops.doubleColumn("intensity_flop_per_byte").get(0) * 1e9;
        assertThat(roof.doubleColumn("roof_frac").get(0))
                .isCloseTo(work / (mean * 1e-6) / Math.min(1e12, byMemory), within(1e-9));
        assertThatThrownBy(() -> traces.flops(0, new Bandwidth(1e9))).isInstanceOf(TraceException.class);
    }

    @Test
    void withoutAGpuTheOperatorsOwnTimeCounts() {
        Table cpu = Traces.load("data/cnn-2").filter(f -> f.ranks(0)).flops();
        Table gpu = Traces.load("data/cnn-2-cuda").filter(f -> f.ranks(0)).flops();
        assertThat(cpu.doubleColumn("work_gflop").sum())
                .isCloseTo(gpu.doubleColumn("work_gflop").sum(), within(1e-9));
        assertThat(cpu.doubleColumn("mean_us").min()).isGreaterThan(0);
    }
}
