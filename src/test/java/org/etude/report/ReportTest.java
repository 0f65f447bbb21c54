// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Finding INFO = new Finding(Finding.Level.INFO, "load", 0, "a.json", "what", "why", "effect");
    private static final Finding ERROR = new Finding(Finding.Level.ERROR, "link", 1, "", "what", "why", "effect");

    @Test
    void keepsOrderAndDoesNotChange() {
        List<Finding> rows = new ArrayList<>(List.of(INFO));
        Report report = Report.of(rows);
        rows.clear();
        Report both = report.plus(Report.of(List.of(ERROR)));
        assertThat(report).containsExactly(INFO);
        assertThat(both).containsExactly(INFO, ERROR);
        assertThat(both.size()).isEqualTo(2);
    }

    @Test
    void knowsItsLevels() {
        assertThat(Report.of(List.of(INFO)).has(Finding.Level.ERROR)).isFalse();
        assertThat(Report.of(List.of(INFO, ERROR)).has(Finding.Level.ERROR)).isTrue();
        assertThat(Report.empty().has(Finding.Level.INFO)).isFalse();
        assertThat(Report.of(List.of(INFO)).hasErrors()).isFalse();
        assertThat(Report.of(List.of(INFO, ERROR)).hasErrors()).isTrue();
        assertThat(ERROR.isError()).isTrue();
        assertThat(ERROR.isWarning()).isFalse();
        assertThat(INFO.isError() || INFO.isWarning()).isFalse();
        assertThat(new Finding(Finding.Level.WARNING, "link", 0, "", "w", "y", "e").isWarning())
                .isTrue();
    }

    @Test
    void errorsSayWhatAndWhatToDo() {
        EtudeException error =
                new EtudeException("x.json: byte 7: no object.", "Copy it again.", Report.of(List.of(ERROR)), null);
        assertThat(error).hasMessage("x.json: byte 7: no object." + System.lineSeparator() + "  Copy it again.");
        assertThat(error.details()).containsExactly(ERROR);
        assertThat(new EtudeException("a", "b").details()).isEmpty();
    }

    @Test
    void interruptionStopsWorkAndStaysVisible() {
        Progress.checkInterrupted();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(Progress::checkInterrupted).isInstanceOf(CancellationException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
