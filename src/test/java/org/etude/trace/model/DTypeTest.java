// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DTypeTest {
    /** Sizes of {@code c10/core/ScalarType.h} and of NCCL's {@code ncclDataType_t}. */
    @ParameterizedTest
    @CsvSource({
        "Double, 8",
        "Float, 4",
        "Half, 2",
        "BFloat16, 2",
        "c10::BFloat16, 2",
        "c10::Half, 2",
        "torch.bfloat16, 2",
        "c10::Float8_e4m3fn, 1",
        "c10::Float8_e5m2, 1",
        "Float8_e8m0fnu, 1",
        "Float4_e2m1fn_x2, 1",
        "ComplexHalf, 4",
        "c10::complex<float>, 8",
        "complex<double>, 16",
        "ComplexDouble, 16",
        "Bool, 1",
        "Char, 1",
        "signed char, 1",
        "Byte, 1",
        "unsigned char, 1",
        "Short, 2",
        "UInt16, 2",
        "Int, 4",
        "UInt32, 4",
        "unsigned int, 4",
        "Long, 8",
        "long int, 8",
        "UInt64, 8",
        "unsigned long, 8",
        "QInt8, 1",
        "QUInt8, 1",
        "QInt32, 4",
        "ncclFloat16, 2",
        "ncclBfloat16, 2",
        "' BFloat16 ', 2"
    })
    void bytesByName(String name, int bytes) {
        assertThat(DType.bytesOf(name)).isEqualTo(bytes);
    }

    @Test
    void namesOfNoTypeAreNotGuessed() {
        assertThat(DType.bytesOf("banana")).isEqualTo(-1);
        assertThat(DType.bytesOf("complex")).isEqualTo(-1);
        assertThat(DType.bytesOf("quint4x2")).as("half a byte per element").isEqualTo(-1);
        assertThat(DType.of("")).isEmpty();
    }

    @Test
    void tensorsNameTheirElements() {
        assertThat(DType.ofTensor("Tensor(c10::Float8_e4m3fn)")).contains(DType.FLOAT8_E4M3FN);
        assertThat(DType.ofTensor("GenericList[Tensor(long int),Tensor(bool)]")).contains(DType.INT64);
        assertThat(DType.ofTensor("Tensor(float")).isEmpty();
        assertThat(DType.ofTensor("Float")).contains(DType.FLOAT32);
    }
}
