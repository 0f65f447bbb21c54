// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Its equality is written out: every component counts. */
class LinkOptionsTest {
    @Test
    void optionsAreEqualInAllComponents() {
        LinkOptions options = new LinkOptions(CollectiveType.ALL_REDUCE, 1, 2, false, 4);
        assertThat(options)
                .isEqualTo(new LinkOptions(CollectiveType.ALL_REDUCE, 1, 2, false, 4))
                .hasSameHashCodeAs(new LinkOptions(CollectiveType.ALL_REDUCE, 1, 2, false, 4));
        assertThat(List.of(
                        new LinkOptions(null, 1, 2, false, 4),
                        new LinkOptions(CollectiveType.ALL_REDUCE, 3, 2, false, 4),
                        new LinkOptions(CollectiveType.ALL_REDUCE, 1, 3, false, 4),
                        new LinkOptions(CollectiveType.ALL_REDUCE, 1, 2, true, 4),
                        new LinkOptions(CollectiveType.ALL_REDUCE, 1, 2, false, 3)))
                .doesNotContain(options);
        assertThat(LinkOptions.class.getRecordComponents()).hasSize(5);
    }
}
