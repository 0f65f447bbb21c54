// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.report.Finding;
import org.etude.topology.graph.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code topology simai}, equivalent to SimAI's gen_Topo_Template.py. */
@Command(
        name = "simai",
        description = "Write SimAI's topology file from its templates and options, with the file name that SimAI uses.",
        footer = {
            "",
            "Example: etude topology simai -topo Spectrum-X -g 128 -gt A100 -bw 100Gbps -nvbw 2400Gbps",
            "         etude topology simai --nvl72 -g 1152"
        })
public final class SimAiTopologyCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Option(names = "--out", paramLabel = "DIR", defaultValue = ".", description = "Where to write. Default: here.")
    private Path out;

    @Option(names = "--extend", description = "Enlarge the pod when the GPUs do not fit (not in SimAI).")
    private boolean extend;

    @Spec
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        given.accept(() -> ClusterOptions.read(given.parsed()).requireRates());
    }

    @Override
    public Integer call() {
        ClusterPlan plan = ClusterPlan.of(ClusterOptions.read(spec.commandLine().getParseResult()));
        for (Finding finding : plan.report()) {
            console().say(finding.what() + ": " + finding.why());
        }
        console().out().println("asw_switch_num: " + plan.asws());
        if (plan.tooLarge().isPresent()) {
            TopologyException refusal = plan.tooLarge().get();
            if (!extend) {
                throw refusal;
            }
            plan = plan.extended();
            console().err().println("etude: the pod is enlarged: spines take " + plan.asws() + " top-of-rack switches");
        }
        console().out().println("psw_switch_num: " + plan.psws());
        console().out().println("Creating Topology of totally " + plan.segments() + " segment(s), totally 1 pod(s).");
        String name = plan.spec().fileName();
        console().out().println(name);
        ClusterFile.write(plan, out.resolve(name));
        return ExitCode.OK;
    }
}
