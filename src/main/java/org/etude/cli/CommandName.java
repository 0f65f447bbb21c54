// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import org.etude.cli.analysis.AnnotationsCommand;
import org.etude.cli.analysis.BandwidthCommand;
import org.etude.cli.analysis.CopiesCommand;
import org.etude.cli.analysis.CountersCommand;
import org.etude.cli.analysis.CriticalPathCommand;
import org.etude.cli.analysis.DiffCommand;
import org.etude.cli.analysis.FlopsCommand;
import org.etude.cli.analysis.IdleCommand;
import org.etude.cli.analysis.KernelsCommand;
import org.etude.cli.analysis.LaunchQueuesCommand;
import org.etude.cli.analysis.LaunchesCommand;
import org.etude.cli.analysis.MemoryCommand;
import org.etude.cli.analysis.OperatorsCommand;
import org.etude.cli.analysis.PerfettoCommand;
import org.etude.cli.analysis.SequencesCommand;
import org.etude.cli.analysis.TrafficCommand;
import org.etude.cli.base.Command;
import org.etude.cli.command.CalibrateCommand;
import org.etude.cli.command.CheckCommand;
import org.etude.cli.command.ConformanceCommand;
import org.etude.cli.command.ConvertCommand;
import org.etude.cli.command.DemoCommand;
import org.etude.cli.command.ExportCommand;
import org.etude.cli.command.FitCommand;
import org.etude.cli.command.FlightCommand;
import org.etude.cli.command.InspectorCommand;
import org.etude.cli.command.LinkCommand;
import org.etude.cli.command.LoadCommand;
import org.etude.cli.command.MergeCommand;
import org.etude.cli.command.ParallelizeCommand;
import org.etude.cli.command.PlanCommand;
import org.etude.cli.command.PlotCommand;
import org.etude.cli.command.PredictCommand;
import org.etude.cli.command.RepairCommand;
import org.etude.cli.command.ReplayCommand;
import org.etude.cli.command.RunCommand;
import org.etude.cli.command.ScaleCommand;
import org.etude.cli.command.SimulateCommand;
import org.etude.cli.command.SpreadCommand;
import org.etude.cli.command.SweepCommand;
import org.etude.cli.command.TopologyCommand;
import org.etude.cli.command.ValidateCommand;
import org.etude.cli.command.WorkloadCommand;
import org.etude.cli.notebook.KernelCommand;
import org.etude.cli.notebook.LabCommand;
import org.etude.compat.astra.command.AstraSimCommand;
import org.etude.compat.chakra.command.ConverterCommand;
import org.etude.compat.chakra.command.JsonizerCommand;
import org.etude.compat.chakra.command.TimelineCommand;
import org.etude.compat.chakra.command.TraceLinkCommand;
import org.etude.compat.chakra.command.VisualizerCommand;
import org.etude.compat.msccl.command.ImportCommand;
import org.etude.compat.simai.command.SimAiAnalyticalCommand;
import org.etude.compat.simai.command.SimAiSimulatorCommand;
import org.etude.compat.triosim.command.TrioSimCommand;
import org.etude.compat.triosim.command.TrioSimConverterCommand;

/** The commands by name; a command's class is loaded only when it is asked for. */
enum CommandName {
    /** The whole chain on what comes with Etude. */
    DEMO(
            Group.FROM_RECORDING,
            "demo",
            "Run the whole chain on a recording that comes with Etude and print the table of each stage."),
    /** The whole chain. */
    RUN(Group.FROM_RECORDING, "run", "Load, link, convert, repair and simulate traces in one go."),
    /** Recorded steps replayed. */
    REPLAY(
            Group.FROM_RECORDING,
            "replay",
            "Replay each recorded rank on its own and compare measured and replayed time, step by step."),
    /** How much recorded steps vary. */
    SPREAD(
            Group.FROM_RECORDING,
            "spread",
            "Show how much a recorded step varies (p50, p95) and how much each rank costs the others."),
    /** Which rank did not reach which collective. */
    FLIGHT(
            Group.FROM_RECORDING,
            "flight",
            "Find out from flight recorder dumps which rank is missing from which collective, and since when."),
    /** Communication of a job. */
    INSPECTOR(
            Group.FROM_RECORDING,
            "inspector",
            "Profile a job's communication from NCCL Inspector files: each collective and size, and which"
                    + " rank is late."),
    /** Whether traces are ready. */
    CHECK(
            Group.FROM_RECORDING,
            "check",
            "Check whether traces are ready to be simulated and, if not, what is missing and how to record it."),
    /** What ran and how long. */
    KERNELS(
            Group.QUESTION,
            "kernels",
            "List the kernels of each rank, or its operators if it has no GPU: count, mean, deviation, share."),
    /** Why streams were idle. */
    IDLE(
            Group.QUESTION,
            "idle",
            "Show why each GPU stream was idle: the host was late, a kernel was starting, or something else."),
    /** Operators and their kernels. */
    OPERATORS(
            Group.QUESTION,
            "operators",
            "Show which operator launched which GPU work, how long it ran and how late it started."),
    /** What launching costs. */
    LAUNCHES(
            Group.QUESTION,
            "launches",
            "Show what launching costs: slow calls, late work, kernels shorter than their launch."),
    /** Launch queues. */
    LAUNCH_QUEUES(Group.QUESTION, "launch-queues", "Show how long each stream's launch queue was."),
    /** Copies. */
    COPIES(Group.QUESTION, "copies", "List copies and memory sets by kind, with the bandwidth they reached."),
    /** Memory. */
    MEMORY(Group.QUESTION, "memory", "Show memory in use over time, with the operator that asked for it."),
    /** Sequences. */
    SEQUENCES(Group.QUESTION, "sequences", "List sequences of kernels that operators launch again and again."),
    /** Hardware counters. */
    COUNTERS(Group.QUESTION, "counters", "List hardware counters that CUPTI read, by kernel and operator."),
    /** Annotations. */
    ANNOTATIONS(Group.QUESTION, "annotations", "List user annotations, with the GPU work launched inside them."),
    /** Rates of floating-point work. */
    FLOPS(
            Group.QUESTION,
            "flops",
            "List matrix products, convolutions and attention by shape, with the TFLOP/s they reached."),
    /** Bandwidth of collectives. */
    BANDWIDTH(
            Group.QUESTION,
            "bandwidth",
            "Show the bandwidth that collectives reached, by type and size, excluding the wait for late ranks."),
    /** Traffic of nodes. */
    TRAFFIC(Group.QUESTION, "traffic", "Show how much ranks communicated within their node and across nodes."),
    /** The critical path. */
    CRITICAL_PATH(
            Group.QUESTION,
            "critical-path",
            "Show the chain of operators, kernels and collectives that determined when a step ended."),
    /** Two recordings compared. */
    DIFF(Group.QUESTION, "diff", "Compare two recordings or runs: by operator, by kernel, by collective."),
    /** One trace of all ranks. */
    PERFETTO(
            Group.QUESTION,
            "perfetto",
            "Write all ranks of a recording into one file for Perfetto, with the critical path."),
    /** What was recorded. */
    LOAD(
            Group.STEP,
            "load",
            "Load traces: what each rank recorded, where the time of each step went, what is missing."),
    /** One graph per rank. */
    LINK(
            Group.STEP,
            "link",
            "Link host operators, launches, GPU work and collectives, and report how much could be linked."),
    /** Traces to ETs. */
    CONVERT(Group.STEP, "convert", "Convert traces to Chakra ETs, keeping measured kernel times and gaps on the host."),
    /** Repair of ETs. */
    REPAIR(
            Group.STEP,
            "repair",
            "Make ETs runnable: no cycles, no dangling dependencies, ranks that agree. Every change is listed."),
    /** Whether ETs are sound. */
    VALIDATE(
            Group.STEP,
            "validate",
            "Check ETs against the rules of Chakra's feeder and list every rule that is broken."),
    /** A simulated run. */
    SIMULATE(Group.STEP, "simulate", "Simulate ETs on a network and show where each rank's time goes."),
    /** Plans of collectives. */
    IMPORT(Group.STEP, "import", "Turn an MSCCL or MSCCL++ plan of a collective into ETs."),
    /** Workloads for other simulators. */
    EXPORT(Group.STEP, "export", "Write ETs as a GOAL schedule for ATLAHS, htsim or LogGOPSim."),
    /** A recorded step on other ranks. */
    PARALLELIZE(
            Group.STUDY,
            "parallelize",
            "Parallelize a recorded training step anew: data, tensor, pipeline parallelism, another batch size."),
    /** More ranks. */
    SCALE(
            Group.STUDY,
            "scale",
            "Scale the ETs of a few ranks to many: replicas, groups, sizes, gradients, stragglers."),
    /** Workloads of large language models. */
    WORKLOAD(
            Group.STUDY,
            "workload",
            "Generate the workload of a large language model from its dimensions, with AICB's options."),
    /** Topologies of data centres. */
    TOPOLOGY(
            Group.STUDY,
            "topology",
            "Build a network, check it, measure its diameter and bisection, and write the files that describe it."),
    /** Many simulated runs. */
    SWEEP(
            Group.STUDY,
            "sweep",
            "Simulate ETs on every combination of networks, ranks and settings. Finished runs are kept."),
    /** The parts of a job array. */
    MERGE(
            Group.STUDY,
            "merge",
            "Merge the parts that a job array produced into the tables and files that one process would"
                    + " have written."),
    /** Measured against simulated time. */
    CALIBRATE(
            Group.STUDY,
            "calibrate",
            "Calibrate simulated against measured time: simulate recorded traces and report how many"
                    + " microseconds a cycle represents (alpha). With --fit or --timings: fit link, launch"
                    + " and compute parameters instead."),
    /** Predicted against measured steps. */
    PREDICT(
            Group.STUDY,
            "predict",
            "Predict the training steps of a table from their options alone and report the error of each"
                    + " prediction."),
    /** A machine fitted to measured steps. */
    FIT(
            Group.STUDY,
            "fit",
            "Fit a machine's few parameters to measured training steps, with intervals and held-out error."),
    /** The fastest split of a model over GPUs. */
    PLAN(Group.STUDY, "plan", "Search the ways to split a model over GPUs for the fastest steps that fit in memory."),
    /** Figures. */
    PLOT(Group.STUDY, "plot", "Draw a figure of traces, a simulated run, or a table that another command wrote."),
    /** The Jupyter kernel. */
    KERNEL(
            Group.NOTEBOOK,
            "kernel",
            "Install, remove, list or check the Java kernel for Jupyter. Jupyter itself is not needed for it."),
    /** Notebooks without Jupyter. */
    NOTEBOOK(Group.NOTEBOOK, "notebook", "Run notebooks without Jupyter, export them as HTML, strip their outputs."),
    /** An open notebook. */
    LAB(
            Group.NOTEBOOK,
            "lab",
            "Open notebooks in JupyterLab with the Etude kernel. A Jupyter on the PATH is used as it is; without "
                    + "one, JupyterLab is put into a Python environment of its own in your data directory."),
    /** ASTRA-sim's binaries. */
    ASTRA_SIM(
            Group.REPLACEMENT,
            "astra-sim",
            "Simulate ASTRA-sim's own inputs and print what its binaries print; unknown options are ignored."),
    /** SimAI's analytical binary. */
    SIMAI_ANALYTICAL(
            Group.REPLACEMENT,
            "simai-analytical",
            "Estimate a SimAI workload from bus bandwidths, as SimAI_analytical does, and write its EndToEnd.csv."),
    /** SimAI's packet simulator. */
    SIMAI_SIMULATOR(
            Group.REPLACEMENT,
            "simai-simulator",
            "Run a SimAI workload packet by packet on a SimAI topology, as SimAI_simulator does."),
    /** TrioSim. */
    TRIOSIM(
            Group.REPLACEMENT,
            "triosim",
            "Extrapolate a step recorded on one GPU to many GPUs, as TrioSim does, and print its time."),
    /** Recordings to the traces of TrioSim. */
    TRIOSIM_CONVERTER(
            Group.REPLACEMENT,
            "triosim-converter",
            "Make TrioSim's trace.csv and tensor.csv from a profiler trace and an execution graph (1.0.1)."),
    /** Host and device trace of a rank in one file. */
    CHAKRA_TRACE_LINK(
            Group.REPLACEMENT,
            "chakra-trace-link",
            "Link one rank's execution trace and Kineto trace into one JSON file, as chakra_trace_link does."),
    /** Text workloads and linked traces to ETs. */
    CHAKRA_CONVERTER(
            Group.REPLACEMENT, "chakra-converter", "Convert to Chakra ETs, as Chakra's chakra_converter does."),
    /** JSON view of an ET. */
    CHAKRA_JSONIZER(
            Group.REPLACEMENT,
            "chakra-jsonizer",
            "Write the JSON view of a Chakra ET, as Chakra's chakra_jsonizer does."),
    /** Picture of an ET. */
    CHAKRA_VISUALIZER(
            Group.REPLACEMENT,
            "chakra-visualizer",
            "Draw the dependency graph of a Chakra ET as .svg, .dot or .graphml, depending on the output's"
                    + " extension, as Chakra's chakra_visualizer does. Graphviz is not needed."),
    /** Chrome trace of a simulator's log. */
    CHAKRA_TIMELINE(
            Group.REPLACEMENT,
            "chakra-timeline",
            "Turn a simulator's issue/callback log into a Chrome trace, as Chakra's timeline visualizer does."),
    /** Comparison with recorded results. */
    CONFORMANCE(
            Group.REPLACEMENT,
            "conformance",
            "Run every recorded case below a directory: one line per difference and, last, 'N cases, M differ'.");

    /** What belongs together in the help. */
    enum Group {
        /** The short way. */
        FROM_RECORDING("From a recording to a simulated step"),
        /** Questions to recordings and runs. */
        QUESTION("What happened in a recording, or in a simulated run"),
        /** The chain's single steps. */
        STEP("The same, one step at a time"),
        /** Networks, sizes, comparisons. */
        STUDY("Other networks, more ranks"),
        /** Jupyter. */
        NOTEBOOK("Notebooks"),
        /** Names and flags of other programs. */
        REPLACEMENT("Drop-in replacements for other programs, with their flags");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** Its heading. */
        String title() {
            return title;
        }
    }

    private final Group group;
    private final String text;
    private final String description;

    CommandName(Group group, String text, String description) {
        this.group = group;
        this.text = text;
        this.description = description;
    }

    /** Where the help lists it. */
    Group group() {
        return group;
    }

    /** What it does, in a sentence or two. */
    String description() {
        return description;
    }

    /** The name as typed. */
    String text() {
        return text;
    }

    /** A fresh command. A switch, because linking a reference to the constructor of each would take longer than short commands run. */
    Command create() {
        return switch (this) {
            case DEMO -> new DemoCommand();
            case RUN -> new RunCommand();
            case REPLAY -> new ReplayCommand();
            case SPREAD -> new SpreadCommand();
            case FLIGHT -> new FlightCommand();
            case INSPECTOR -> new InspectorCommand();
            case CHECK -> new CheckCommand();
            case KERNELS -> new KernelsCommand();
            case IDLE -> new IdleCommand();
            case OPERATORS -> new OperatorsCommand();
            case LAUNCHES -> new LaunchesCommand();
            case LAUNCH_QUEUES -> new LaunchQueuesCommand();
            case COPIES -> new CopiesCommand();
            case MEMORY -> new MemoryCommand();
            case SEQUENCES -> new SequencesCommand();
            case COUNTERS -> new CountersCommand();
            case ANNOTATIONS -> new AnnotationsCommand();
            case FLOPS -> new FlopsCommand();
            case BANDWIDTH -> new BandwidthCommand();
            case TRAFFIC -> new TrafficCommand();
            case CRITICAL_PATH -> new CriticalPathCommand();
            case DIFF -> new DiffCommand();
            case PERFETTO -> new PerfettoCommand();
            case LOAD -> new LoadCommand();
            case LINK -> new LinkCommand();
            case CONVERT -> new ConvertCommand();
            case REPAIR -> new RepairCommand();
            case VALIDATE -> new ValidateCommand();
            case SIMULATE -> new SimulateCommand();
            case IMPORT -> new ImportCommand();
            case EXPORT -> new ExportCommand();
            case PARALLELIZE -> new ParallelizeCommand();
            case SCALE -> new ScaleCommand();
            case WORKLOAD -> new WorkloadCommand();
            case TOPOLOGY -> new TopologyCommand();
            case SWEEP -> new SweepCommand();
            case MERGE -> new MergeCommand();
            case CALIBRATE -> new CalibrateCommand();
            case PREDICT -> new PredictCommand();
            case FIT -> new FitCommand();
            case PLAN -> new PlanCommand();
            case PLOT -> new PlotCommand();
            case KERNEL -> new KernelCommand();
            case NOTEBOOK -> new NotebookCommand();
            case LAB -> new LabCommand();
            case ASTRA_SIM -> new AstraSimCommand();
            case SIMAI_ANALYTICAL -> new SimAiAnalyticalCommand();
            case SIMAI_SIMULATOR -> new SimAiSimulatorCommand();
            case TRIOSIM -> new TrioSimCommand();
            case TRIOSIM_CONVERTER -> new TrioSimConverterCommand();
            case CHAKRA_TRACE_LINK -> new TraceLinkCommand();
            case CHAKRA_CONVERTER -> new ConverterCommand();
            case CHAKRA_JSONIZER -> new JsonizerCommand();
            case CHAKRA_VISUALIZER -> new VisualizerCommand();
            case CHAKRA_TIMELINE -> new TimelineCommand();
            case CONFORMANCE -> new ConformanceCommand();
        };
    }

    /** The command of a name, or null. */
    static CommandName of(String typed) {
        for (CommandName name : values()) {
            if (name.text.equals(typed)) {
                return name;
            }
        }
        return null;
    }
}
