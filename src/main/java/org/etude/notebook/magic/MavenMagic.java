// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.etude.notebook.eval.CellResult;
import org.etude.report.Counted;

/**
 * The magic %maven: adds libraries from Maven repositories, as configured in settings.xml: mirrors, proxies, offline,
 * local repository.
 */
final class MavenMagic implements Magic {
    private static final String RUNTIME = "runtime";
    private static final String FROM = "--from";

    @Override
    public String name() {
        return "maven";
    }

    @Override
    public String usage() {
        return "%maven GROUP:ARTIFACT:VERSION ... [--from REPOSITORY_URL]";
    }

    @Override
    public String summary() {
        return "adds libraries and their dependencies, from Maven Central or as configured in your settings.xml";
    }

    @Override
    public CellResult run(MagicCall call) {
        return call.cell().call(() -> {
            List<String> coordinates = new ArrayList<>(call.words());
            List<RemoteRepository> more = new ArrayList<>();
            int from = coordinates.indexOf(FROM);
            if (from >= 0 && from + 1 < coordinates.size()) {
                more.add(new RemoteRepository.Builder("from", "default", coordinates.remove(from + 1)).build());
                coordinates.remove(from);
            }
            if (coordinates.isEmpty()) {
                throw new MagicException("%maven: no coordinates", "Write " + usage());
            }
            List<Path> jars = resolve(coordinates, more);
            for (Path jar : jars) {
                call.evaluator().addToClassPath(jar);
            }
            System.out.println("added " + Counted.of(jars.size(), "jar") + ": "
                    + String.join(
                            ", ",
                            jars.stream()
                                    .map(jar -> jar.getFileName().toString())
                                    .toList()));
            return null;
        });
    }

    private List<Path> resolve(List<String> coordinates, List<RemoteRepository> more) {
        ContextOverrides settings =
                ContextOverrides.create().withUserSettings(true).build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(settings)) {
            List<RemoteRepository> repositories = new ArrayList<>(context.remoteRepositories());
            repositories.addAll(more);
            CollectRequest collect = new CollectRequest();
            collect.setRepositories(repositories);
            for (String each : coordinates) {
                collect.addDependency(new Dependency(artifact(each), RUNTIME));
            }
            return context
                    .repositorySystem()
                    .resolveDependencies(
                            context.repositorySystemSession(),
                            new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(RUNTIME)))
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .map(found -> found.getFile().toPath())
                    .toList();
        } catch (DependencyResolutionException e) {
            throw new MagicException(
                    "%maven: " + e.getMessage(), "Check the coordinates, the network, and ~/.m2/settings.xml.", e);
        }
    }

    private DefaultArtifact artifact(String coordinates) {
        try {
            return new DefaultArtifact(coordinates);
        } catch (IllegalArgumentException e) {
            throw new MagicException("%maven: not coordinates: " + coordinates, "Write " + usage(), e);
        }
    }
}
