package org.etude.sim.simai;

import java.util.LinkedHashMap;
import java.util.Map;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects what makes a result doubtful; a thing found in many rows is told once, with the first. */
final class Diagnosis {
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    /** Something for which SimAI gives nonsense and another meaning was taken. */
    void error(String where, String what, String why, String effect) {
        add(Finding.Level.ERROR, where, what, why, effect);
    }

    /** Something that SimAI computes in its own way. */
    void warn(String where, String what, String why, String effect) {
        add(Finding.Level.WARNING, where, what, why, effect);
    }

    private void add(Finding.Level level, String where, String what, String why, String effect) {
        findings.putIfAbsent(what, new Finding(level, "simulate", -1, where, what, why, effect));
    }

    Report report() {
        return Report.of(findings.values().stream().toList());
    }
}
