package org.etude.cli;

import java.util.function.Supplier;

/** The commands by name; a command's class is loaded only when it is asked for. */
enum CommandName {
    /** The whole chain on what comes with Etude. */
    DEMO("demo", DemoCommand::new),
    /** The whole chain. */
    RUN("run", RunCommand::new),
    /** What was recorded. */
    LOAD("load", LoadCommand::new),
    /** One graph a rank. */
    LINK("link", LinkCommand::new),
    /** Traces to ETs. */
    CONVERT("convert", ConvertCommand::new),
    /** Repair of ETs. */
    REPAIR("repair", RepairCommand::new),
    /** A recorded step on other ranks. */
    PARALLELIZE("parallelize", ParallelizeCommand::new),
    /** More ranks. */
    SCALE("scale", ScaleCommand::new),
    /** A simulated run. */
    SIMULATE("simulate", SimulateCommand::new),
    /** Many simulated runs. */
    SWEEP("sweep", SweepCommand::new),
    /** Measured against simulated time. */
    CALIBRATE("calibrate", CalibrateCommand::new),
    /** Predicted against measured steps. */
    PREDICT("predict", PredictCommand::new),
    /** A machine fitted to measured steps. */
    FIT("fit", FitCommand::new),
    /** The fastest split of a model over GPUs. */
    PLAN("plan", PlanCommand::new),
    /** Figures. */
    PLOT("plot", PlotCommand::new),
    /** Whether traces are ready. */
    CHECK("check", CheckCommand::new),
    /** Whether ETs are sound. */
    VALIDATE("validate", ValidateCommand::new),
    /** The Jupyter kernel. */
    KERNEL("kernel", KernelCommand::new),
    /** Notebooks without Jupyter. */
    NOTEBOOK("notebook", NotebookCommand::new),
    /** An open notebook. */
    LAB("lab", LabCommand::new),
    /** Comparison with recorded results. */
    CONFORMANCE("conformance", ConformanceCommand::new),
    /** Topologies of data centres. */
    TOPOLOGY("topology", TopologyCommand::new),
    /** Workloads of large language models. */
    WORKLOAD("workload", WorkloadCommand::new),
    /** ASTRA-sim's binaries. */
    ASTRA_SIM("astra-sim", AstraSimCommand::new),
    /** SimAI's analytical binary. */
    SIMAI_ANALYTICAL("simai-analytical", SimAiAnalyticalCommand::new),
    /** SimAI's packet simulator. */
    SIMAI_SIMULATOR("simai-simulator", SimAiSimulatorCommand::new),
    /** TrioSim. */
    TRIOSIM("triosim", TrioSimCommand::new),
    /** Recordings to the traces of TrioSim. */
    TRIOSIM_CONVERTER("triosim-converter", TrioSimConverterCommand::new),
    /** Host and device trace of a rank in one file. */
    CHAKRA_TRACE_LINK("chakra-trace-link", TraceLinkCommand::new),
    /** Text workloads and linked traces to ETs. */
    CHAKRA_CONVERTER("chakra-converter", ConverterCommand::new),
    /** JSON view of an ET. */
    CHAKRA_JSONIZER("chakra-jsonizer", JsonizerCommand::new),
    /** Picture of an ET. */
    CHAKRA_VISUALIZER("chakra-visualizer", VisualizerCommand::new),
    /** Chrome trace of a simulator's log. */
    CHAKRA_TIMELINE("chakra-timeline", TimelineCommand::new);

    private final String text;
    private final Supplier<Command> command;

    CommandName(String text, Supplier<Command> command) {
        this.text = text;
        this.command = command;
    }

    /** The name as typed. */
    String text() {
        return text;
    }

    /** A fresh command. */
    Command create() {
        return command.get();
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
