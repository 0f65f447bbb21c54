// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.given;

import org.etude.report.Finding;
import org.etude.spec.LlmOption;

/**
 * An option that was given although the job is the same without it.
 *
 * @param option the option
 * @param word which of its words, for an option that lists several; otherwise empty
 * @param why the rest of the sentence "--x has no effect ..."
 */
public record IgnoredOption(LlmOption option, String word, String why) {
    /** The sentence, without a full stop. */
    public String sentence() {
        return what() + " " + why;
    }

    /** A warning with this sentence. */
    public Finding finding() {
        return new Finding(Finding.Level.WARNING, "workload", -1, "", what(), why, "the job is the same without it");
    }

    /** Whether another one is about the same option, and word, of another job. */
    public boolean isAbout(IgnoredOption other) {
        return option == other.option && word.equals(other.word);
    }

    private String what() {
        return option.option() + (word.isEmpty() ? "" : " " + word) + " has no effect";
    }
}
