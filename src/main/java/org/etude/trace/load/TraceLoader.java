// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.report.ShellWord;
import org.etude.spec.LoadOptions;
import org.etude.trace.database.ProfilerDatabase;
import org.etude.trace.file.Candidate;
import org.etude.trace.file.FileName;
import org.etude.trace.file.SeveralRecordings;
import org.etude.trace.file.TraceChoice;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.file.TraceSources;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;

/** Finds the traces under some paths and loads all ranks. */
public final class TraceLoader {
    private static final String WANTED =
            "host_R.json (execution trace) and device_R.json (Kineto), plain or compressed";

    private static final String ADVICE = "Give a directory with " + WANTED + ".";

    private final List<Finding> findings = new ArrayList<>();
    private final OtherRecordings others = new OtherRecordings();

    private TraceLoader(List<Finding> found) {
        findings.addAll(found);
    }

    /**
     * Reads all traces under the paths (directories, files, .gz, .zip, .tar.gz). Takes about a second for 1.5 million
     * events per core, and 65 bytes per event.
     *
     * @throws TraceException when no usable trace is found, or a file is broken
     */
    public static TraceSet load(List<Path> paths, LoadOptions options, Progress progress) {
        FoundTraces found = find(paths);
        return assemble(found, ParallelReader.read(found.chosen(), options, progress));
    }

    /**
     * Finds the files that {@link #load} would read, from their beginnings only.
     *
     * @throws TraceException when a path does not exist, a given file is not a trace, or a directory holds several recordings
     */
    public static FoundTraces find(List<Path> paths) {
        String where = paths.stream().map(Path::toString).collect(Collectors.joining(", "));
        TraceLoader loader = new TraceLoader(List.of());
        List<Candidate> candidates = loader.look(TraceSources.find(paths));
        SeveralRecordings.refuse(where, candidates);
        TraceChoice choice = new TraceChoice(candidates);
        loader.findings.addAll(loader.others.findings());
        loader.findings.addAll(choice.findings());
        return choice.chosen().isEmpty()
                ? nothing(where, paths, loader.findings)
                : new FoundTraces(where, "", "", choice.chosen(), loader.findings);
    }

    /**
     * Assembles files that were read separately, in any process, as {@link #load} does.
     *
     * @param files the loaded files, in order
     * @throws TraceException when none of them is usable
     */
    public static TraceSet assemble(FoundTraces found, List<LoadedFile> files) {
        return new TraceLoader(found.findings()).assembled(found, files);
    }

    private TraceSet assembled(FoundTraces found, List<LoadedFile> read) {
        List<LoadedFile> files = usable(read);
        if (files.isEmpty()) {
            throw none(found, read);
        }
        RankAssembly assembly = new RankAssembly(files);
        findings.addAll(assembly.findings());
        List<RankTrace> ranks = new RankClocks(assembly, findings).ranks();
        return new TraceSet(found.where(), ranks, assembly.worldSize(), Report.of(findings));
    }

    private TraceException none(FoundTraces found, List<LoadedFile> read) {
        List<String> linked = read.stream()
                .filter(file -> file.kind() == TraceKind.LINKED)
                .map(file -> file.source().display())
                .toList();
        String what = found.where() + ": no traces found" + found.instead();
        String advice = found.advice().isEmpty() ? ADVICE : found.advice();
        if (!linked.isEmpty()) {
            what += ", but " + (linked.size() == 1 ? TraceKind.LINKED.text() : linked.size() + " linked traces");
            advice =
                    "Give the execution traces and Kineto traces that were merged, or use 'etude chakra-converter PyTorch"
                            + " --input " + ShellWord.of(linked.get(0)) + " --output ets/step.0.et' for an ET.";
        }
        return new TraceException(what + ".", advice, Report.of(findings), null);
    }

    /** A run's output is easily taken for the recording that the run read. */
    private static boolean isOutputOfRun(Path path) {
        return Files.isDirectory(path.resolve("sim")) && Files.isDirectory(path.resolve("repair"));
    }

    private static FoundTraces nothing(String where, List<Path> paths, List<Finding> findings) {
        for (Path path : paths) {
            if (isOutputOfRun(path)) {
                return new FoundTraces(
                        where,
                        "; " + path + " is what 'etude run' wrote: give the recording that it read",
                        "Or use 'etude simulate "
                                + ShellWord.of(path.resolve("repair").toString())
                                + "' on its ETs, 'etude critical-path " + ShellWord.of(path.toString())
                                + "' on its simulated run.",
                        List.of(),
                        findings);
            }
        }
        PathContents contents = PathContents.of(paths);
        return new FoundTraces(where, contents.instead(), contents.advice(ADVICE), List.of(), findings);
    }

    private List<Candidate> look(List<TraceSource> sources) {
        List<Candidate> candidates = new ArrayList<>();
        for (TraceSource source : sources) {
            Progress.checkInterrupted();
            FileName name = FileName.of(source.folder(), source.name());
            if (source.isRocprof()) {
                candidates.add(new Candidate(source, name, TraceKind.DEVICE, name.rank()));
                continue;
            }
            TraceSniffer.Sniff sniff = TraceSniffer.look(source);
            TraceKind kind = sniff.kind();
            refuseOther(source, kind);
            if (kind == TraceKind.UNREADABLE && OtherRecordings.isPickledDump(source)) {
                kind = TraceKind.FLIGHT;
            }
            boolean promised = source.named() || name.kind() != null && name.rank() >= 0;
            if (kind == TraceKind.UNREADABLE && promised) {
                kind = name.kind() == null ? TraceKind.DEVICE : name.kind();
            }
            if (kind == TraceKind.HOST || kind == TraceKind.DEVICE) {
                candidates.add(new Candidate(source, name, kind, name.rank() >= 0 ? name.rank() : sniff.rank()));
            } else if (OtherRecordings.isOne(kind)) {
                others.add(source, kind);
            } else if (source.named()) {
                throw new TraceException(
                        source.display() + ": this is not a trace: it has neither traceEvents nor nodes.",
                        "Give " + WANTED + ".");
            } else if (isDatabase(source)) {
                passedOver(source, -1, "an SQLite database, and org.xerial:sqlite-jdbc is not on the class path");
            } else if (promised) {
                passedOver(source, name.rank(), "neither traceEvents nor nodes in it");
            }
        }
        return candidates;
    }

    /** Rejects a given file that another command reads. */
    private static void refuseOther(TraceSource source, TraceKind kind) {
        if (!source.named() || kind == TraceKind.HOST || kind == TraceKind.DEVICE || isDatabase(source)) {
            return;
        }
        PathContents.format(source).ifPresent(format -> {
            throw new TraceException(
                    source.display() + ": this is not a trace but " + format.one() + ".",
                    PathContents.advice(format, source));
        });
    }

    /** A database that could not be examined: {@link TraceSource#entry} names the processes of any other. */
    private static boolean isDatabase(TraceSource source) {
        try {
            return source.entry().isEmpty() && ProfilerDatabase.isOne(source.path());
        } catch (IOException e) {
            return false;
        }
    }

    /** Drops merged traces in favour of their parts. */
    private List<LoadedFile> usable(List<LoadedFile> files) {
        List<LoadedFile> usable = new ArrayList<>();
        for (LoadedFile file : files) {
            if (file.kind() == TraceKind.HOST || file.kind() == TraceKind.DEVICE) {
                usable.add(file);
            } else {
                passedOver(
                        file.source(),
                        file.name().rank(),
                        "it holds " + file.kind().text());
            }
        }
        return usable;
    }

    private void passedOver(TraceSource source, int rank, String why) {
        findings.add(new Finding(Level.WARNING, "load", rank, source.display(), "not read", why, "passed over"));
    }
}
