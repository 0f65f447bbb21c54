// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.etude.Traces;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WarmUpTest {
    private static final String RECORDING = "data/cnn-2-hip";

    private final List<Object> rendered = new ArrayList<>();

    private CellEvaluator cells() {
        return new CellEvaluator(EvaluatorOptions.defaults().withRenderer(value -> {
            rendered.add(value);
            return MimeBundle.plain("shown");
        }));
    }

    @Test
    void theRecordingIsLoadedAndRenderedAndLeavesNothingBehind() throws InterruptedException {
        try (CellEvaluator cells = cells()) {
            WarmUp warmUp = new WarmUp(RECORDING);
            warmUp.begin(cells);
            warmUp.await();
            assertThat(rendered).singleElement().isInstanceOf(Traces.class);
            assertThat(cells.variables()).isEmpty();
            assertThat(cells.evaluate("1 + 1", 1, CellOutput.NONE))
                    .isInstanceOfSatisfying(
                            CellResult.Ok.class, ok -> assertThat(ok.value()).contains(2));
        }
    }

    @Test
    void aCellThatCameFirstKeepsItFromBeginning() throws InterruptedException {
        try (CellEvaluator cells = cells()) {
            WarmUp warmUp = new WarmUp(RECORDING);
            warmUp.stop();
            warmUp.begin(cells);
            warmUp.await();
            assertThat(rendered).isEmpty();
        }
    }

    @Test
    void aCellInterruptsIt() throws InterruptedException {
        CountDownLatch rendering = new CountDownLatch(1);
        EvaluatorOptions waiting = EvaluatorOptions.defaults().withRenderer(value -> {
            rendering.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                rendered.add("interrupted");
            }
            return MimeBundle.plain("");
        });
        try (CellEvaluator cells = new CellEvaluator(waiting)) {
            WarmUp warmUp = new WarmUp(RECORDING);
            warmUp.begin(cells);
            rendering.await();
            warmUp.stop();
            warmUp.await();
            assertThat(rendered).containsExactly("interrupted");
        }
    }

    @Test
    void withoutARecordingNothingHappens() throws InterruptedException {
        try (CellEvaluator cells = cells()) {
            for (String none : new String[] {null, "no/such/directory"}) {
                WarmUp warmUp = new WarmUp(none);
                warmUp.begin(cells);
                warmUp.await();
            }
            assertThat(rendered).isEmpty();
        }
    }
}
