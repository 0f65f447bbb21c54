// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import org.etude.config.JsonFault;
import org.etude.config.NamedConfig;
import org.etude.report.Finding;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.BusSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.InterDimension;
import org.etude.spec.IntraDimension;
import org.etude.spec.SchedulingPolicy;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;

/** Reads ASTRA-sim's system file, JSON with the keys of docs/formats.md. */
public final class SystemReader {
    private static final Set<String> KNOWN = Set.of(
            "what",
            "scheduling-policy",
            "collective-optimization",
            "preferred-dataset-splits",
            "active-chunks-per-dimension",
            "endpoint-delay",
            "local-mem-bw",
            "peak-perf",
            "roofline-enabled",
            "replay-only",
            "trace-enabled",
            "track-local-mem",
            "cut-through",
            "pipelined-dimensions",
            "local-mem-trace-filename",
            "L",
            "o",
            "g",
            "G",
            "model-shared-bus",
            "local-reduction-delay",
            "per-node-custom-implementation",
            "intra-dimension-scheduling",
            "inter-dimension-scheduling");

    private final JsonNode tree;
    private final String where;
    private final SystemSpecBuilder builder = SystemSpec.builder().withoutAlgorithms();

    private SystemReader(JsonNode tree, String where) {
        this.tree = tree;
        this.where = where;
    }

    /**
     * Reads a file; paths in it are relative to {@code directory}.
     *
     * @throws SimulationException when it cannot be read or a value is invalid
     */
    public static SystemSpec read(Path file, Path directory) {
        return of(JsonFiles.read(file, "a system file"), file.toString(), directory);
    }

    /**
     * Reads a file with paths relative to the working directory or, if there is no such file, the ready-made system of
     * that name ({@code configs/systems}).
     */
    public static SystemSpec read(Path file) {
        String name = file.toString();
        if (!Files.exists(file) && NamedConfig.SYSTEM.has(name)) {
            return of(JsonFiles.parse(NamedConfig.SYSTEM.text(name), "configs/systems/" + name), name, Path.of(""));
        }
        return read(file, Path.of(""));
    }

    /** Reads a parsed document; {@code where} names it in errors. */
    public static SystemSpec of(JsonNode tree, String where, Path directory) {
        if (!tree.isObject()) {
            throw new SimulationException(where + ": is not a JSON object", "Give a system file.");
        }
        return JsonFiles.described(where, () -> new SystemReader(tree, where).system(directory));
    }

    private SystemSpec system(Path directory) {
        scheduling();
        endpoints();
        implementations();
        perNode(directory);
        unknownKeys();
        return builder.build();
    }

    private void scheduling() {
        builder.policy(named("scheduling-policy", "LIFO", SchedulingPolicy::of, SchedulingPolicy.NAMES));
        String optimization = text("collective-optimization", "baseline");
        if (!optimization.equals("baseline") && !optimization.equals("localBWAware")) {
            throw unknown("collective-optimization", optimization, "baseline or localBWAware");
        }
        builder.localBwAware(optimization.equals("localBWAware"));
        if (!tree.has("preferred-dataset-splits")) {
            note("preferred-dataset-splits", "is not given", "ASTRA-sim divides by zero without it", "1 chunk is used");
        }
        builder.splits((int) number("preferred-dataset-splits", 1));
        builder.activeChunks((int) number("active-chunks-per-dimension", 1));
        builder.inter(named("inter-dimension-scheduling", "baseline", InterDimension::of, InterDimension.NAMES));
        builder.intra(named("intra-dimension-scheduling", "FIFO", IntraDimension::of, IntraDimension.NAMES));
    }

    private <T> T named(String key, String usual, Function<String, T> of, String names) {
        String name = text(key, usual);
        T found = of.apply(name);
        if (found == null) {
            throw unknown(key, name, names);
        }
        return found;
    }

    private void endpoints() {
        builder.endpointDelayGiven(tree.has("endpoint-delay"));
        builder.endpointDelayNs((long) number("endpoint-delay", 10));
        builder.localMemoryGBps(number("local-mem-bw", 0));
        builder.roofline(flag("roofline-enabled"), number("peak-perf", 0));
        builder.replayOnly(flag("replay-only"));
        builder.trackLocalMemory(flag("track-local-mem"));
        builder.cutThrough(flag("cut-through"));
        builder.pipelined(flag("pipelined-dimensions"));
        if (sharedBus()) {
            builder.bus(
                    new BusSpec((int) number("L", 0), (int) number("o", 0), (int) number("g", 0), number("G", 0), (int)
                            number("local-reduction-delay", 1)));
        }
        if (!tree.has("scheduling-policy")) {
            note("scheduling-policy", "is not given", "ASTRA-sim leaves it to chance", "LIFO is used");
        }
    }

    /** ASTRA-sim models the bus only for the value 1. */
    private boolean sharedBus() {
        double asked = flag("model-shared-bus") ? tree.get("model-shared-bus").asDouble(1) : 0;
        if (asked != 0 && asked != 1) {
            note("model-shared-bus", "is " + asked, "ASTRA-sim models the bus for 1 only", "no bus is modelled");
        }
        return asked == 1;
    }

    private void implementations() {
        for (CollectiveType kind : CollectiveType.scheduled()) {
            String name = kind.hyphenated() + "-implementation";
            JsonNode list = tree.get(name);
            if (list != null) {
                builder.algorithm(kind, algorithms(name, list));
            }
            JsonNode custom = tree.get(name + "-custom");
            if (custom != null) {
                if (!custom.isArray() || custom.size() != 1) {
                    throw new SimulationException(
                            where + ": " + name + "-custom is not a list with exactly one ET prefix",
                            "Write [\"path/prefix\"].");
                }
                builder.custom(kind, custom.get(0).asText());
            }
        }
    }

    private AlgorithmSpec[] algorithms(String name, JsonNode list) {
        if (!list.isArray()) {
            throw new SimulationException(
                    where + ": " + name + " is not a list", "List one algorithm per dimension, such as [\"ring\"].");
        }
        AlgorithmSpec[] specs = new AlgorithmSpec[list.size()];
        for (int d = 0; d < specs.length; d++) {
            specs[d] = AlgorithmSpec.parse(list.get(d).asText());
            if (specs[d] == null) {
                throw unknown(
                        name,
                        list.get(d).asText(),
                        "ring, direct, directN, halvingDoubling, doubleBinaryTree or a one... form");
            }
        }
        return specs;
    }

    private void perNode(Path directory) {
        String file = text("per-node-custom-implementation", "");
        if (file.isEmpty()) {
            return;
        }
        Path path = directory.resolve(file);
        try {
            JsonNode map = new YAMLMapper().readTree(InputText.utf8(path));
            if (!map.isObject()) {
                throw new NumberFormatException("it has no such line");
            }
            map.fields()
                    .forEachRemaining(e -> builder.customOfNode(
                            Long.parseLong(e.getKey()), e.getValue().asText()));
        } catch (JsonProcessingException e) {
            throw notPerNode(path, JsonFault.reason(e));
        } catch (IOException e) {
            throw notPerNode(path, IoReason.of(e));
        } catch (NumberFormatException e) {
            throw notPerNode(path, e.getMessage());
        }
    }

    private SimulationException notPerNode(Path path, String reason) {
        return new SimulationException(
                path + ": cannot be read as lines \"node id: ET prefix\": " + reason,
                "Correct per-node-custom-implementation in " + where + '.');
    }

    private void unknownKeys() {
        tree.fieldNames().forEachRemaining(key -> {
            if (!KNOWN.contains(key) && !key.endsWith("-implementation") && !key.endsWith("-implementation-custom")) {
                note(key, "is unknown", "ASTRA-sim silently ignores it", "it is ignored");
            }
        });
    }

    private void note(String key, String what, String why, String effect) {
        builder.finding(new Finding(Finding.Level.WARNING, "simulate", -1, where + ": " + key, what, why, effect));
    }

    private boolean flag(String key) {
        JsonNode value = tree.get(key);
        return value != null && (value.isBoolean() ? value.booleanValue() : number(key, 0) != 0);
    }

    private double number(String key, double otherwise) {
        JsonNode value = tree.get(key);
        if (value == null) {
            return otherwise;
        }
        if (!value.isNumber()) {
            throw new SimulationException(where + ": " + key + " is " + value + ", not a number", "Give a number.");
        }
        return value.asDouble();
    }

    private String text(String key, String otherwise) {
        JsonNode value = tree.get(key);
        return value == null ? otherwise : value.asText();
    }

    private SimulationException unknown(String key, String value, String known) {
        return new SimulationException(where + ": " + key + ": \"" + value + "\" is unknown", "Use " + known + '.');
    }
}
