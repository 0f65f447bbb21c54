// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.report.Finding;
import org.etude.report.Report;

/** Collects doubtful results; a finding in many rows is reported once, with the first. */
public final class Diagnosis {
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    /** Reports a case in which SimAI computes nonsense and another meaning was assumed. */
    public void error(String where, String what, String why, String effect) {
        add(Finding.Level.ERROR, where, what, why, effect);
    }

    /** Reports a peculiarity of SimAI's computation. */
    public void warn(String where, String what, String why, String effect) {
        add(Finding.Level.WARNING, where, what, why, effect);
    }

    /** Reports an unknown collective, which communicates nothing. */
    public void checkCollective(String where, SimAiRow.Pass pass) {
        if (CommWord.type(pass.comm()).isEmpty() && !pass.comm().equals(SimAiRow.Pass.NONE)) {
            warn(
                    where,
                    "the unknown collective '" + pass.comm() + "'",
                    "SimAI knows ALLREDUCE, ALLGATHER, REDUCESCATTER and ALLTOALL",
                    "it takes no time, as in SimAI");
        }
    }

    /** Reports a collective whose suffix is not a group. */
    public void unknownGroup(String where, SimAiRow.Pass pass, String effect) {
        warn(where, "the unknown group of '" + pass.comm() + "'", "SimAI knows the endings _EP and _DP_EP", effect);
    }

    private void add(Finding.Level level, String where, String what, String why, String effect) {
        findings.putIfAbsent(what, new Finding(level, "simulate", -1, where, what, why, effect));
    }

    public Report report() {
        return Report.of(findings.values().stream().toList());
    }
}
