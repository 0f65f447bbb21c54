// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.etude.Sweep;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.Command;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Progress;
import org.etude.table.ShardPart;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which part of a command's work this process does, as a task of a job array. */
@HelpGroup("Job arrays")
public final class ShardMixin implements CheckedOptions {
    private static final List<String> NAMES = List.of("--shard", "--shards", "--first-task", "--print");

    @Option(
            names = "--shard",
            paramLabel = "I/N|auto",
            description =
                    "Only part I, from 0, of N; auto takes both from the scheduler's environment (Slurm, Kubernetes,"
                            + " AWS Batch, PBS, TORQUE, Grid Engine, LSF, HyperQueue).")
    private String shard;

    @Allowed(from = 1)
    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "Number of parts, if the scheduler does not provide it or only some tasks are run again.")
    private Integer shards;

    @Option(
            names = "--first-task",
            paramLabel = "I",
            description = "The scheduler's number of the task that is part 0.")
    private Long firstTask;

    @Option(
            names = "--print",
            paramLabel = "KIND",
            description =
                    "Print a file that submits this command as a job array of --shards tasks, and do nothing else:"
                            + " slurm, kubernetes or nextflow.")
    private String print;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        if (!"auto".equals(shard)) {
            given.refuse("without --shard auto", "--first-task");
            if (shard != null) {
                given.refuse("next to --shard " + shard, "--shards");
            } else {
                given.need("--print", "--shards");
            }
        }
        if (print != null) {
            given.refuse("next to --print, which does nothing else", "--shard", "--first-task");
        }
    }

    /**
     * The part of a sweep to run.
     *
     * @param out where the parts are collected, or null if not given
     */
    public Sweep of(Sweep whole, Path out) {
        return chosen(() -> whole.shardOfTask(place(out, "--shard auto"), count(), first()), whole::shard)
                .orElse(whole);
    }

    /**
     * Runs a part of an operation, or prints the file that submits all parts, if either is requested.
     *
     * @param out where the parts are collected, or null if not given
     * @param make runs the part and returns a message
     * @return the exit status, or empty if the whole is requested
     */
    public Optional<Integer> instead(Command command, Path out, Function<ShardPart, String> make) {
        Optional<String> submission = submission(out);
        if (submission.isPresent()) {
            command.console().out().print(submission.get());
            return Optional.of(ExitCode.OK);
        }
        Optional<ShardPart> part = part(out, command.progress());
        if (part.isPresent()) {
            String made = make.apply(part.get());
            command.quiet();
            command.console().out().println(made);
        }
        return part.map(any -> ExitCode.OK);
    }

    /**
     * The part of another operation to run, if requested.
     *
     * @param out where the parts are collected, or null if not given
     */
    private Optional<ShardPart> part(Path out, Progress progress) {
        return chosen(
                        () -> ShardPart.ofTask(place(out, "--shard"), count(), first()),
                        (index, count) -> ShardPart.of(index, count, place(out, "--shard")))
                .map(part -> part.progress(progress));
    }

    /** The part given by the scheduler's environment or the option, if requested. */
    private <T> Optional<T> chosen(Supplier<T> ofTask, BiFunction<Integer, Integer, T> of) {
        if (shard == null) {
            return Optional.empty();
        }
        if (shard.equals("auto")) {
            return Optional.of(ofTask.get());
        }
        int[] numbers = numbers();
        return Optional.of(of.apply(numbers[0], numbers[1]));
    }

    private Path place(Path out, String option) {
        if (out == null) {
            throw wrong(option + " needs --out, the directory where all parts meet");
        }
        return out;
    }

    /** Whether a part, or the file that submits them, is requested. */
    public boolean isGiven() {
        return shard != null || print != null;
    }

    private OptionalInt count() {
        return shards == null ? OptionalInt.empty() : OptionalInt.of(shards);
    }

    private OptionalLong first() {
        return firstTask == null ? OptionalLong.empty() : OptionalLong.of(firstTask);
    }

    private int[] numbers() {
        if (!shard.matches("\\d{1,9}/\\d{1,9}")) {
            throw wrong("--shard " + shard + " is neither I/N, such as 0/8, nor auto");
        }
        return Arrays.stream(shard.split("/")).mapToInt(Integer::parseInt).toArray();
    }

    /** The file that submits the command, if only that is requested. */
    public Optional<String> submission(Path out) {
        if (print == null) {
            return Optional.empty();
        }
        if (shards == null || out == null) {
            throw wrong("--print needs --shards, the number of tasks, and --out, the directory where they meet");
        }
        try {
            return Optional.of(Sweep.submission(print, command(), shards, out.toString()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--print " + e.getMessage(), e);
        }
    }

    /** The command as typed, without the options of this class. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("etude"));
        Iterator<String> typed =
                spec.commandLine().getParseResult().originalArgs().iterator();
        while (typed.hasNext()) {
            String word = typed.next();
            if (NAMES.contains(word)) {
                typed.next();
            } else if (NAMES.stream().noneMatch(name -> word.startsWith(name + "="))) {
                command.add(word);
            }
        }
        return command;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
