// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.etude.Traces;
import org.etude.link.Corpus;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Perfetto's rules for Chrome JSON hold for whole recordings: slices of a thread nest and never overlap partly ("events are only allowed to
 * perfectly nest", its FAQ), each end of a flow is in a slice that precedes it in the file, counters are numbers. {@link PerfettoJson}
 * checks them.
 */
class PerfettoCorpusTest {
    @TempDir
    private Path dir;

    @TestFactory
    Stream<DynamicTest> ownRecordings() {
        return Stream.of("cnn-2", "cnn-2-cuda", "cnn-2-hip", "moe-2", "pipeline-2", "collectives-2")
                .map(name -> DynamicTest.dynamicTest(name, () -> check(Path.of("data", name))));
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> everyOtherRecording() {
        return Stream.concat(
                Stream.of(DynamicTest.dynamicTest("resnet50-2", () -> check(Path.of("data", "resnet50-2")))),
                Corpus.cases().stream().map(name -> DynamicTest.dynamicTest(name, () -> check(Corpus.path(name)))));
    }

    /** The checker itself: slices that overlap partly, an arrow outside its slice, a text as a counter's value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name':'b','ph':'X','pid':0,'tid':1,'ts':5,'dur':10}",
                "{'name':'a','ph':'s','pid':0,'tid':1,'ts':5,'id':1},{'name':'a','ph':'f','bp':'e','pid':0,'tid':1,'ts':10,'id':1}",
                "{'name':'a','ph':'s','pid':0,'tid':1,'ts':5,'id':1}",
                "{'name':'b','ph':'X','pid':0,'tid':1,'ts':-5,'dur':1}",
                "{'name':'c','ph':'C','pid':0,'tid':0,'ts':5,'args':{'bytes':'7'}}"
            })
    void aFileThatBreaksARuleIsSeen(String event) throws IOException {
        String good = "{'name':'process_name','ph':'M','pid':0,'tid':0,'args':{'name':'p'}},"
                + "{'name':'thread_name','ph':'M','pid':0,'tid':1,'args':{'name':'t'}},"
                + "{'name':'a','ph':'X','pid':0,'tid':1,'ts':0,'dur':10}";
        Path file = dir.resolve("made.json");
        Files.writeString(file, ("{'traceEvents':[" + good + "]}").replace('\'', '"'));
        assertThat(PerfettoJson.read(file).processes()).containsExactly("p");
        Files.writeString(file, ("{'traceEvents':[" + good + "," + event + "]}").replace('\'', '"'));
        assertThatThrownBy(() -> PerfettoJson.read(file)).isInstanceOf(AssertionError.class);
    }

    private void check(Path recording) throws IOException {
        Traces traces;
        try {
            traces = Traces.load(recording.toString());
        } catch (TraceException refused) {
            assertThat(refused).hasMessageContaining("\n");
            return;
        }
        Path file = dir.resolve("trace.json");
        traces.exportPerfetto(file.toString());
        assertThat(PerfettoJson.read(file).processes()).doesNotHaveDuplicates();
        Files.delete(file);
    }
}
