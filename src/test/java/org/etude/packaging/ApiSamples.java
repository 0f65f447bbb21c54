// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.etude.Calibration;
import org.etude.CalibrationFit;
import org.etude.LinkedTraces;
import org.etude.LlmWorkload;
import org.etude.Machine;
import org.etude.Plans;
import org.etude.Plots;
import org.etude.Prediction;
import org.etude.Simulation;
import org.etude.SimulationSettings;
import org.etude.SmallTraces;
import org.etude.Sweep;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.TrioSimRun;
import org.etude.Workload;
import org.etude.Workloads;
import org.etude.analysis.StepBound;
import org.etude.cluster.Cluster;
import org.etude.compat.simai.cluster.ClusterChoice;
import org.etude.compat.triosim.engine.SmallStep;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.et.graph.RankBuilder;
import org.etude.logs.Timings;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Panel;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.ConvertOptions;
import org.etude.spec.EventFilter;
import org.etude.spec.Fidelity;
import org.etude.spec.LinkOptions;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.spec.LoadOptions;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.ScaleSettings;
import org.etude.spec.SystemSpecBuilder;
import org.etude.spec.TransformerSpec;
import org.etude.spec.WhatIf;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.table.Tables;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

/** One sound value of each type that public methods take, or on which they are called. */
final class ApiSamples {
    private static final Map<Class<?>, String> NAMES =
            Map.of(Machine.class, "H100", Workloads.class, "llama_7B", Plans.class, "llama_7B", Plots.class, "rank");
    private static final Map<Class<?>, String> ENDINGS = Map.of(Figure.class, ".svg", Tables.class, ".csv");

    private final Map<Class<?>, Object> kept = new HashMap<>();
    private final Path directory;
    private final String traceDirectory;
    private final Path step;

    ApiSamples(Path directory) {
        this.directory = directory;
        kept.put(Path.class, directory.resolve("file"));
        kept.put(String.class, "text");
        kept.put(Object.class, "text");
        kept.put(Integer.class, 0);
        kept.put(Appendable.class, new StringWriter());
        kept.put(java.io.Writer.class, new StringWriter());
        kept.put(Progress.class, Progress.NONE);
        kept.put(Throwable.class, new IllegalStateException());
        kept.put(OptionalInt.class, OptionalInt.empty());
        kept.put(OptionalLong.class, OptionalLong.empty());
        kept.put(UnaryOperator.class, UnaryOperator.identity());
        kept.put(Consumer.class, (Consumer<?>) object -> {});
        kept.put(Time.class, us(5));
        kept.put(Bandwidth.class, gbps(25));
        kept.put(Bytes.class, mib(1));
        kept.put(Table.class, Table.create("t", IntColumn.create("rank", 0)));
        kept.put(Report.class, Report.empty());
        kept.put(Finding.class, new Finding(Finding.Level.INFO, "s", -1, "", "w", "y", "e"));
        traceDirectory = SmallTraces.write(directory.resolve("traces"), 2).toString();
        step = SmallStep.write(directory.resolve("step"));
        options();
        jobs();
        figures();
    }

    private void options() {
        kept.put(TransformerSpec.class, TransformerSpec.qwen15b(2, 2, 128, us(5)));
        kept.put(Cluster.class, Cluster.at("local"));
        kept.put(LlmOption.class, LlmOption.TENSOR_PARALLEL);
    }

    private <T> T remembered(Class<T> type, T value) {
        kept.put(type, value);
        return value;
    }

    private void jobs() {
        Traces traces = remembered(Traces.class, Traces.load(traceDirectory));
        LinkedTraces linked = remembered(LinkedTraces.class, traces.link());
        Workload work = remembered(Workload.class, linked.toEt().repair());
        Topology ring = remembered(Topology.class, Topology.ring(2));
        Simulation sim = remembered(Simulation.class, work.simulate(ring, s -> s.fidelity(Fidelity.AWARE)));
        kept.put(org.etude.SimulationSetup.class, Simulation.of(work));
        kept.put(StepBound.class, sim.bound());
        kept.put(Prediction.class, Prediction.of(traces, sim));
        kept.put(Calibration.class, Calibration.of(traces, sim));
        CalibrationFit fit = remembered(CalibrationFit.class, Calibration.fit(List.of(linked)));
        kept.put(CommunicationCosts.class, fit);
        kept.put(org.etude.Extrapolation.class, Traces.load("data/cnn-2").link().parallelize(p -> p.dp(4)));
        kept.put(Machine.class, Machine.fit(List.of(Path.of("src/test/resources/plan/fine_tuning_steps.csv"))));
        kept.put(Timings.class, timings());
        kept.put(Sweep.class, Sweep.of(work).over(ring).withoutCache());
        kept.put(Sweep.Result.class, Sweep.of(work).over(ring).withoutCache().run());
        kept.put(
                LlmWorkload.class,
                Workloads.llm("llama_7B", p -> p.world(8).tp(8).globalBatch(8)));
        kept.put(TrioSimRun.class, TrioSimRun.of(step, t -> t));
    }

    /** Uses an object of this type as its documentation says: options where a verb hands them over. */
    void use(Class<?> type, Function<Object, Object> use) {
        Workload work = (Workload) kept.get(Workload.class);
        Topology ring = (Topology) kept.get(Topology.class);
        if (type == SimulationSettings.class) {
            Simulation.of(work).network(ring).with(use::apply);
        } else if (type == SystemSpecBuilder.class) {
            Simulation.of(work)
                    .network(ring)
                    .with(s -> s.system(b -> {
                        use.apply(b);
                    }));
        } else if (type == PacketNetworkSpec.class) {
            Simulation.of(work).network(ring).with(s -> s.packets(p -> used(p, use)));
        } else if (type == WhatIf.class) {
            ((Simulation) kept.get(Simulation.class)).changed(w -> used(w, use));
        } else if (type == ScaleSettings.class) {
            work.scaleTo(4, use::apply);
        } else if (type == RankBuilder.class) {
            Workload.of(2, use::apply);
        } else if (type == ClusterChoice.class) {
            Topology.spectrumX(16, c -> used(c, use));
        } else if (type == LlmSettings.class) {
            Workloads.llm("llama_7B", p -> use.apply(p.world(8).tp(8).globalBatch(8)));
        } else if (type == TrioSimSettings.class) {
            TrioSimRun.of(step, t -> used(t, use));
        } else {
            usePlain(type, use);
        }
    }

    private void usePlain(Class<?> type, Function<Object, Object> use) {
        Traces traces = (Traces) kept.get(Traces.class);
        LinkedTraces linked = (LinkedTraces) kept.get(LinkedTraces.class);
        if (type == LinkOptions.class) {
            traces.link(o -> used(o, use));
        } else if (type == LoadOptions.class) {
            Traces.load(traceDirectory, o -> used(o, use));
        } else if (type == EventFilter.class) {
            traces.filter(f -> used(f, use));
        } else if (type == ConvertOptions.class) {
            linked.toEt(o -> used(o, use));
        } else if (type == ParallelizeOptions.class) {
            // The traces are of no training step, which is found out after the options.
            use.apply(ParallelizeOptions.defaults());
        } else {
            use.apply(of(type).orElseThrow(() -> new AssertionError("no sample of " + type)));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T used(T options, Function<Object, Object> use) {
        Object changed = use.apply(options);
        return options.getClass().isInstance(changed) ? (T) changed : options;
    }

    private Timings timings() {
        try {
            Path file = Files.writeString(directory.resolve("timings.csv"), "size_bytes,time_us\n1024,10\n2048,12\n");
            return Timings.load(file, t -> t.type("all_reduce").ranks(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void figures() {
        kept.put(Axis.class, Axis.linear("x"));
        Panel panel = remembered(Panel.class, Panel.of(Axis.linear("x"), Axis.linear("y")));
        kept.put(Figure.class, Figure.of("title", panel));
    }

    /** A value for a member of a type: names that it knows, where any other text would be refused first. */
    Object of(Class<?> owner, Type type) {
        Object named = type == String.class ? NAMES.get(owner) : null;
        String ending = ENDINGS.getOrDefault(owner, "");
        if (named != null) {
            return named;
        } else if (type == String.class && !ending.isEmpty()) {
            return directory.resolve("file" + ending).toString();
        } else if (type == Path.class) {
            return directory.resolve("file" + ending);
        }
        return of(type).orElseThrow(() -> new AssertionError("no sample of " + type));
    }

    /** A value of this type, empty when none is known. */
    Optional<Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Optional.of(container(generic));
        }
        if (type instanceof GenericArrayType array) {
            return Optional.of(array((Class<?>) ((ParameterizedType) array.getGenericComponentType()).getRawType()));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isArray()) {
            return Optional.of(array(plain.getComponentType()));
        }
        if (plain.isPrimitive()) {
            return Optional.of(number(plain, 1));
        }
        return Optional.ofNullable(kept.get(plain)).or(() -> ready(plain));
    }

    private Object array(Class<?> element) {
        Object array = Array.newInstance(element, 1);
        Array.set(array, 0, of(element).orElseThrow());
        return array;
    }

    private Object container(ParameterizedType type) {
        Type[] of = type.getActualTypeArguments();
        Class<?> raw = (Class<?>) type.getRawType();
        if (raw == List.class || raw == Iterable.class) {
            return List.of(of(of[0]).orElseThrow());
        }
        if (raw == Set.class) {
            return Set.of(of(of[0]).orElseThrow());
        }
        if (raw == Map.class) {
            return Map.of(of(of[0]).orElseThrow(), of(of[1]).orElseThrow());
        }
        return raw == Optional.class ? Optional.empty() : kept.get(raw);
    }

    /** A number of a primitive type, or a truth value. */
    static Object number(Class<?> type, double value) {
        if (type == boolean.class) {
            return value != 0;
        }
        return type == int.class ? (Object) (int) value : type == long.class ? (Object) (long) value : (Object) value;
    }

    /** A constant of the type, or what a factory without arguments makes. */
    private static Optional<Object> ready(Class<?> type) {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (field.getType() == type && isOpen(field.getModifiers())) {
                    return Optional.of(field.get(null));
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.getReturnType() == type
                        && method.getParameterCount() == 0
                        && isOpen(method.getModifiers())) {
                    return Optional.of(method.invoke(null));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type.getName(), e);
        }
        return Optional.empty();
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isStatic(modifiers) && Modifier.isPublic(modifiers);
    }
}
