// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Formats that commands other than those on recordings read, and what to do with a file of each. A format is recognised
 * by its content where that is text, else by its name.
 */
enum OtherFormat {
    /** Files with traceEvents or nodes, which commands on other formats meet. */
    TRACE(
            "a recorded trace",
            "recorded traces",
            "Use 'etude check {folder}' to see what they can tell, 'etude run {folder}' to simulate them.",
            none()),
    FLIGHT(
            "a dump of PyTorch's flight recorder",
            "dumps of PyTorch's flight recorder",
            "Use 'etude flight {folder}' to find out which rank is missing.",
            none()),
    INSPECTOR(
            "a recording of NCCL Inspector",
            "recordings of NCCL Inspector",
            "Use 'etude inspector {folder}' for a profile of the communication.",
            none()),
    ET(
            "a Chakra ET",
            "Chakra ETs",
            "Use 'etude simulate {job}' to simulate (in Java, Workload.read(\"{job}\")), 'etude validate {job}' to check.",
            file -> named(file, ".+\\.\\d{1,9}\\.et(\\.gz)?") && !file.begins("[{<]")),
    GOAL(
            "a GOAL schedule",
            "GOAL schedules",
            "Use 'etude simulate {file}'.",
            file -> file.afterComments().begins("num_ranks\\b") || file.begins("[\\u007f&]\\u0010?\\u0009?\\u0000{6}")),
    RUN(
            "a simulated run of Etude",
            "simulated runs of Etude",
            "Use 'etude critical-path {file}', 'etude kernels {file}' or another analysis ('etude --help').",
            file -> file.begins("etude simulation ")),
    BENCHMARK(
            "a benchmark of collectives",
            "benchmarks of collectives",
            "Use 'etude calibrate {timings}' to fit latency and bandwidth.",
            OtherFormat::isBenchmark),
    SIMAI(
            "a SimAI workload",
            "SimAI workloads",
            "Use 'etude simai-analytical -w {file} -g GPUS' to estimate, 'etude simai-simulator -w {file} -n TOPOLOGY'"
                    + " to simulate.",
            file -> file.begins("[A-Z_]+[ \\t].*?\\b(all_gpus|model_parallel_NPU_group):\\s*\\d")),
    TEXT_WORKLOAD(
            "a text workload of ASTRA-sim",
            "text workloads of ASTRA-sim",
            "Use 'etude chakra-converter Text --input {file} --output ets/step --num-npus RANKS --num-passes 1', then"
                    + " 'etude simulate ets/step'.",
            file -> file.begins("(MICRO|DATA|MODEL|HYBRID_[A-Z_]+)\\b[^\\n]*\\n\\s*\\d+\\s*(\\n|$)")),
    AICB(
            "a table of AICB",
            "tables of AICB",
            "No command reads such a table; 'etude workload et' takes AICB's options and writes ETs to simulate.",
            file -> file.begins("comm_type,comm_group,")),
    PLAN(
            "a plan of a collective (MSCCL)",
            "plans of collectives (MSCCL)",
            "Use 'etude import {file} --size 64MiB --out runs/plan' to turn it into ETs.",
            file -> file.afterComments().begins("<algo\\b")
                    || file.begins("\\{") && file.has("\"colle?c?tive\"") && file.has("\"gpus\"")),
    NODE(
            "a topology that NCCL wrote",
            "topologies that NCCL wrote",
            "Use 'etude topology {file}' to look at it, 'etude run TRACES --network {file}' to simulate on it.",
            file -> file.afterComments().begins("<system\\b")),
    TRIOSIM(
            "a trace of TrioSim",
            "traces of TrioSim",
            "Use 'etude triosim --trace-dir {folder}'.",
            file -> file.begins("OperatorID,OperatorName,")),
    NSYS(
            "a report of Nsight Systems",
            "reports of Nsight Systems",
            "Use 'nsys export --type sqlite {file}' and load the database that it writes.",
            file -> named(file, ".*\\.(nsys-rep|qdrep)")),
    PERFETTO(
            "a trace in Perfetto's binary format",
            "traces in Perfetto's binary format",
            "Record with 'rocprofv3 --output-format rocpd' and load the database that it writes.",
            file -> named(file, ".*\\.(pftrace|perfetto-trace)")),
    OTF2(
            "a file of an OTF2 archive",
            "files of OTF2 archives",
            "Record with 'rocprofv3 --output-format rocpd' and load the database that it writes.",
            file -> named(file, ".*\\.otf2")),
    DATABASE(
            "an SQLite database",
            "SQLite databases",
            "Give the database of rocprofv3, or the output of 'nsys export --type sqlite'; org.xerial:sqlite-jdbc reads"
                    + " them.",
            file -> file.begins("SQLite format 3\\u0000"));

    private static final Pattern TEXT_BENCHMARK = Pattern.compile(
            "(?im)#\\s*(nThread\\s+\\d+.*minBytes|Collective test starting:|(size|bytes)\\b.*\\btime\\b.*\\balgbw\\b)");

    private final String one;
    private final String many;
    private final String advice;
    private final Predicate<FileBeginning> rule;

    OtherFormat(String one, String many, String advice, Predicate<FileBeginning> rule) {
        this.one = one;
        this.many = many;
        this.advice = advice;
        this.rule = rule;
    }

    /** The format of a file that is no JSON trace, dump or recording. */
    static Optional<OtherFormat> of(FileBeginning file) {
        for (OtherFormat format : values()) {
            if (format.rule.test(file)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** What such a file is, with its article. */
    String one() {
        return one;
    }

    /** What several such files are. */
    String many() {
        return many;
    }

    /** What to do with them, with placeholders in braces. */
    String advice() {
        return advice;
    }

    /** A rule for what {@link TraceSniffer} recognises. */
    private static Predicate<FileBeginning> none() {
        return file -> false;
    }

    private static boolean named(FileBeginning file, String pattern) {
        return file.name().matches("(?i)" + pattern);
    }

    private static boolean isBenchmark(FileBeginning file) {
        return file.begins("(numCycle|collective), *(collective|name|ranks|gpus|nodes),")
                || file.begins("[^\\n{\\[]*\\bsize_bytes\\b[^\\n]*\\btime_us\\b")
                || file.begins("\\{") && file.has("\"nccl_version\"") && file.has("\"(config|results)\"")
                || file.begins("[{\\[]") && file.has("\"busBw\"") && file.has("\"redop\"")
                || !file.begins("[{<]") && TEXT_BENCHMARK.matcher(file.text()).find();
    }
}
