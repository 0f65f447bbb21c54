// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.etude.plot.model.Axis;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Panel;
import org.etude.plot.model.Size;

/** One figure of each kind of mark, made of numbers that never change. */
public final class Examples {
    private Examples() {}

    public static Map<String, Figure> all() {
        Map<String, Figure> all = new LinkedHashMap<>();
        all.put("lanes", lanes(4, 200));
        all.put("many-lanes", lanes(64, 300));
        all.put("lines", lines());
        all.put("log", log());
        all.put("fit", fit());
        all.put("grouped", bars(false));
        all.put("stacked", bars(true));
        all.put("slanted", slanted());
        all.put("heat", heat());
        all.put(
                "panels",
                Figure.of(
                        "Two panels",
                        lines().panels().get(0).title("Scaling"),
                        log().panels().get(0).title("Slowdown")));
        return all;
    }

    static Figure lanes(int ranks, int each) {
        Random random = new Random(7);
        List<String> names = new ArrayList<>();
        for (int r = 0; r < ranks; r++) {
            names.add(r + " compute");
            names.add(r + " comm");
        }
        Panel panel = Panel.of(Axis.linear("time (ms)"), Axis.categories("rank", names))
                .shade("step 2", Ink.ORANGE, new double[] {20}, new double[] {42});
        int[] rank = new int[ranks * 3];
        double[] shared = new double[rank.length];
        double[] until = new double[rank.length];
        for (int i = 0; i < rank.length; i++) {
            rank[i] = i / 3 * 2;
            shared[i] = 20 + i % 3 * 21;
            until[i] = shared[i] + 6;
        }
        panel = panel.background("overlap", Ink.GREEN, rank, shared, until, 2);
        for (int kind = 0; kind < 2; kind++) {
            int[] lane = new int[ranks * each];
            double[] from = new double[lane.length];
            double[] to = new double[lane.length];
            List<String> texts = new ArrayList<>();
            for (int r = 0; r < ranks; r++) {
                double at = kind * 3;
                for (int i = 0; i < each; i++) {
                    int k = r * each + i;
                    lane[k] = 2 * r + kind;
                    from[k] = at;
                    to[k] = at + (i % 40 == 7 ? 9 : 0.01 + 0.2 * random.nextDouble());
                    at = to[k] + 0.1 * random.nextDouble();
                    texts.add(i % 40 == 7 ? (kind == 0 ? "gemm" : "all_reduce") : "op " + i);
                }
            }
            panel = panel.boxes(
                    kind == 0 ? "compute" : "communication",
                    kind == 0 ? Ink.BLUE : Ink.VERMILLION,
                    lane,
                    from,
                    to,
                    texts);
        }
        return Figure.of("Timeline of a step", panel);
    }

    static Figure lines() {
        double[] x = {1, 2, 4, 8, 16, 32, 64, 128};
        Panel panel = Panel.of(Axis.linear("ranks"), Axis.linear("step time (ms)"));
        for (int s = 0; s < 4; s++) {
            double[] y = new double[x.length];
            for (int i = 0; i < y.length; i++) {
                y[i] = 250 + (s + 1) * 12 * Math.sqrt(x[i]);
            }
            panel = panel.line("topology " + s, Ink.series(s), x, y).points("", Ink.series(s), x, y);
        }
        return Figure.of("Scaling", panel.note(40, 400, "a note"));
    }

    static Figure log() {
        Random random = new Random(3);
        double[] x = new double[300];
        double[] y = new double[300];
        double at = 5;
        for (int i = 0; i < x.length; i++) {
            at *= 1 + 0.05 * random.nextDouble();
            x[i] = at;
            y[i] = (i + 1) / 300.0;
        }
        return Figure.of(
                "Flow completion",
                Panel.of(
                                Axis.log("completion time (µs)"),
                                Axis.linear("share of flows").range(0, 1))
                        .steps("flows", Ink.BLUE, x, y)
                        .dashed("ideal", Ink.BLACK, new double[] {5, 4000}, new double[] {0.1, 1}));
    }

    public static Figure fit() {
        Random random = new Random(5);
        double[] x = new double[40];
        double[] y = new double[40];
        double[] line = new double[40];
        double[] low = new double[40];
        double[] high = new double[40];
        for (int i = 0; i < 40; i++) {
            x[i] = 10 + 5 * i;
            line[i] = 1.3 * x[i] + 4;
            y[i] = line[i] + 10 * random.nextGaussian();
            low[i] = line[i] - 15 - 0.05 * x[i];
            high[i] = line[i] + 15 + 0.05 * x[i];
        }
        return Figure.of(
                        "Calibration",
                        Panel.of(Axis.linear("simulated (ms)"), Axis.linear("measured (ms)"))
                                .band("95 % interval", Ink.SKY, x, low, high)
                                .line("y = 1.30 x + 4", Ink.BLACK, x, line)
                                .points("steps", Ink.BLUE, x, y)
                                .note(20, 230, "R² = 0.98"))
                .caption(
                        "Forty steps; each point is one rank and step, with the fit by least squares and its interval.");
    }

    static Figure bars(boolean stacked) {
        Panel panel = Panel.of(
                Axis.categories("topology", List.of("ring", "torus", "fat tree", "dragonfly")),
                Axis.linear("step time (ms)"));
        double[] compute = {200, 200, 200, 200};
        double[] comm = {90, 40, 25, Double.NaN};
        panel = panel.bars("compute", Ink.BLUE, compute, new double[] {190, 195, 192, 180}, new double[] {
                    210, 204, 205, 222
                })
                .bars("exposed communication", Ink.VERMILLION, comm)
                .bars("idle", Ink.GREY, 10, 20, 5, 12);
        return Figure.of("Where the step goes", stacked ? panel.stacked() : panel);
    }

    static Figure slanted() {
        List<String> names = List.of(
                "torus 4x4x8, ring",
                "torus 4x4x8, halving-doubling",
                "twisted torus 4x4x8, ring",
                "fat tree 16x8, ring",
                "fat tree 16x8, halving-doubling <b>&amp;</b>",
                "dragonfly");
        return Figure.of(
                "Comparison",
                Panel.of(Axis.categories("", names), Axis.linear("step time (ms)"))
                        .bars("", Ink.BLUE, 274, 301, 255, 243, 222, 198));
    }

    static Figure heat() {
        int n = 16;
        List<String> names = new ArrayList<>();
        double[][] z = new double[n][n];
        for (int i = 0; i < n; i++) {
            names.add("" + i);
            for (int j = 0; j < n; j++) {
                boolean linked = Math.floorMod(i - j, n) == 1 || Math.floorMod(i - j, n) == n - 1 || (i ^ j) == 4;
                z[i][j] = linked ? (i * 7 + j * 3) % 11 / 10.0 : Double.NaN;
            }
        }
        return Figure.of(
                "Links",
                Panel.of(Axis.categories("to", names), Axis.categories("from", names))
                        .heat("busy fraction", z, 1));
    }

    /** Writes all of them into a directory, for eyes. */
    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[0]);
        Files.createDirectories(out);
        all().forEach((name, figure) -> {
            figure.save(out.resolve(name + ".png").toString(), Size.SCREEN);
            figure.save(out.resolve(name + "-column.png").toString(), Size.COLUMN);
            figure.greyscale().save(out.resolve(name + "-grey.png").toString(), Size.COLUMN);
            figure.save(out.resolve(name + ".pdf").toString(), Size.COLUMN);
            figure.save(out.resolve(name + ".svg").toString(), Size.COLUMN);
            figure.save(out.resolve(name + ".html").toString());
        });
    }
}
