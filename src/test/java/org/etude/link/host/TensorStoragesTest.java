// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Storages are the second numbers of tensors' tuples, at any depth. */
class TensorStoragesTest {
    private static final String A = "[11, 21, 0, 4, 4, \"cuda:0\"]";
    private static final String B = "[12, 22, 0, 4, 4, \"cpu\"]";

    private static List<Long> all(String values) {
        return List.copyOf(TensorStorages.all(values));
    }

    private static List<Long> first(String values) {
        return List.copyOf(TensorStorages.first(values));
    }

    @Test
    void allTensorsCountListsIncluded() {
        assertThat(all("[" + A + ", [" + B + ", " + A + "], 5, \"x\"]")).containsExactly(21L, 22L, 21L);
    }

    @Test
    void theFirstValueAlone() {
        assertThat(first("[[" + B + ", " + A + "], " + A + "]")).containsExactly(22L, 21L);
        assertThat(first("[" + B + ", " + A + "]")).containsExactly(22L);
    }

    @Test
    void whatIsNoTensorHasNone() {
        assertThat(all("")).isEmpty();
        assertThat(first("[]")).isEmpty();
        assertThat(all("[[1, 2, 3, 4, 5]]")).as("no device").isEmpty();
        assertThat(all("[[1, -2, 3, 4, 5, \"cpu\"]]")).as("negative").isEmpty();
        assertThat(all("[[1, 2.5, 3, 4, 5, \"cpu\"]]")).as("no whole number").isEmpty();
        assertThat(all("[[1, 2, 3, 4, 5, 6]]")).as("device is no text").isEmpty();
    }
}
