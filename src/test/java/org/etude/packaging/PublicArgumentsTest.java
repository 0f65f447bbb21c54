// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.etude.report.EtudeException;
import org.etude.report.Internal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every method of the public API says to null, and to a number that cannot be meant: one error of Etude's, which for null says
 * that it is null. The methods are found by reflection; a type that appears in one of them needs a sample in {@link ApiSamples}.
 */
class PublicArgumentsTest {
    /** Contracts of the platform, which answer null with its own errors. */
    private static final Set<String> PLATFORM = Set.of("equals", "compareTo", "valueOf");

    /** Where a negative number is one like any other. */
    private static final Set<String> NEGATIVE = Set.of(
            "Axis.range 0",
            "Ink.series 0",
            "Panel.note 0",
            "Panel.note 1",
            "PacketNetworkSpec.withRandomRun 0",
            "ScaleSettings.seed 0",
            "Traces.spread 2",
            "CalibrationFit.holdOut 1");

    /** Where NaN leaves something open or is a value that is not known. */
    private static final Set<String> OPEN = Set.of("Axis.range 0", "Axis.range 1", "Panel.heat 2");

    @TempDir
    private Path dir;

    private final TreeSet<String> wrong = new TreeSet<>();
    private ApiSamples samples;
    private int calls;

    @BeforeEach
    void prepare() {
        samples = new ApiSamples(dir);
    }

    @Test
    void nullIsOneClearError() throws Exception {
        eachParameter((type, member, at) -> {
            Class<?> parameter = member.getParameterTypes()[at];
            if (parameter.isPrimitive()) {
                return;
            }
            call(type, member, at, null);
            if (parameter.isArray() && !parameter.getComponentType().isPrimitive()) {
                call(type, member, at, Array.newInstance(parameter.getComponentType(), 1));
            } else if (parameter == List.class || parameter == Iterable.class) {
                call(type, member, at, Collections.singletonList(null));
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(calls).as("calls").isGreaterThan(350);
    }

    @Test
    void numbersThatCannotBeMeantAreOneClearError() throws Exception {
        eachParameter((type, member, at) -> {
            Class<?> parameter = member.getParameterTypes()[at];
            String name = type.getSimpleName() + '.' + member.getName() + ' ' + at;
            if (!parameter.isPrimitive() || parameter == boolean.class) {
                return;
            }
            if (!NEGATIVE.contains(name)) {
                call(type, member, at, ApiSamples.number(parameter, -1));
            }
            if (parameter == double.class && !OPEN.contains(name)) {
                call(type, member, at, Double.NaN);
                call(type, member, at, Double.POSITIVE_INFINITY);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(calls).as("calls").isGreaterThan(150);
    }

    private interface Probe {
        void of(Class<?> type, Executable member, int at) throws Exception;
    }

    private void eachParameter(Probe probe) throws Exception {
        for (Class<?> type : PublicTypes.reachedFrom(PublicApiTest.DOOR).keySet()) {
            List<Executable> members = new ArrayList<>(List.of(type.getDeclaredMethods()));
            members.addAll(List.of(type.getDeclaredConstructors()));
            for (Executable member : members) {
                for (int at = 0; at < member.getParameterCount() && isCalledByUsers(type, member); at++) {
                    probe.of(type, member, at);
                }
            }
        }
    }

    private static boolean isCalledByUsers(Class<?> type, Executable member) {
        boolean open = Modifier.isPublic(member.getModifiers())
                && !member.isSynthetic()
                && !member.isAnnotationPresent(Internal.class)
                && !type.isAnnotationPresent(Internal.class);
        boolean implemented = type.isInterface() && !Modifier.isStatic(member.getModifiers());
        return open && !implemented && !Throwable.class.isAssignableFrom(type) && !PLATFORM.contains(member.getName());
    }

    private void call(Class<?> type, Executable member, int at, Object bad) {
        Object[] arguments = new Object[member.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == at ? bad : samples.of(type, member.getGenericParameterTypes()[i]);
        }
        String text = bad == null || bad instanceof Number ? String.valueOf(bad) : "an element null";
        String name = type.getSimpleName() + '.' + member.getName().replaceAll(".*\\.", "")
                + Arrays.stream(member.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + " with " + text + " as argument " + at;
        calls++;
        boolean isNumber = bad instanceof Number;
        try {
            use(type, member, arguments);
            wrong.add(name + " is accepted");
        } catch (EtudeException e) {
            if (!isNumber && !e.getMessage().contains("null")) {
                wrong.add(name + ": " + e.getMessage());
            }
        } catch (IllegalArgumentException e) {
            if (!type.getPackageName().equals("org.etude.unit")) {
                wrong.add(name + ": " + e);
            }
        } catch (RuntimeException e) {
            wrong.add(name + ": " + e);
        }
    }

    private void use(Class<?> type, Executable member, Object[] arguments) {
        if (Modifier.isStatic(member.getModifiers()) || member instanceof Constructor) {
            invoke(member, null, arguments);
        } else {
            samples.use(type, on -> invoke(member, on, arguments));
        }
    }

    private static Object invoke(Executable member, Object on, Object[] arguments) {
        try {
            return member instanceof Method method
                    ? method.invoke(on, arguments)
                    : ((Constructor<?>) member).newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(member.toString(), e);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(member.toString(), e);
        }
    }
}
