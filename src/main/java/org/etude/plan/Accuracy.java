// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How close predictions are to measured steps.
 *
 * @param group the group of rows; {@code all} for all rows of a file
 * @param rows rows with a prediction
 * @param missing number of rows without a prediction
 * @param mape mean of |predicted / measured - 1|
 * @param bias mean of predicted / measured, less 1
 * @param spearman rank correlation of predicted and measured (Spearman 1904, ties by mean rank); NaN below two rows
 * @param regret how much slower the row predicted fastest was, as measured, than the fastest row of the same job; mean
 *     over jobs with several rows, NaN if there are none. As in a search for the best plan, rows are not chosen that would
 *     not fit in memory by the model, unless none does
 */
public record Accuracy(String group, int rows, int missing, double mape, double bias, double spearman, double regret) {
    /** One entry per group in order of appearance, and one for all rows last. */
    public static List<Accuracy> of(List<StepPrediction> predictions) {
        Map<String, List<StepPrediction>> groups = new LinkedHashMap<>();
        for (StepPrediction one : predictions) {
            groups.computeIfAbsent(one.row().group(), group -> new ArrayList<>())
                    .add(one);
        }
        List<Accuracy> all = new ArrayList<>();
        groups.forEach((group, rows) -> all.add(of(group, rows)));
        all.add(of("all", predictions));
        return all;
    }

    private static Accuracy of(String group, List<StepPrediction> all) {
        List<StepPrediction> rows =
                all.stream().filter(one -> one.predicted().isPresent()).toList();
        double[] errors =
                rows.stream().mapToDouble(one -> one.error().orElseThrow()).toArray();
        double[] measured =
                rows.stream().mapToDouble(one -> one.row().measured()).toArray();
        double[] predicted =
                rows.stream().mapToDouble(one -> one.predicted().orElseThrow()).toArray();
        return new Accuracy(
                group,
                rows.size(),
                all.size() - rows.size(),
                mean(IntStream.range(0, errors.length)
                        .mapToDouble(i -> Math.abs(errors[i]))
                        .toArray()),
                mean(errors),
                correlation(ranks(measured), ranks(predicted)),
                regret(rows));
    }

    private static double regret(List<StepPrediction> rows) {
        Map<Object, List<StepPrediction>> jobs = new LinkedHashMap<>();
        rows.forEach(one ->
                jobs.computeIfAbsent(one.row().job(), job -> new ArrayList<>()).add(one));
        return mean(jobs.values().stream()
                .filter(job -> job.size() > 1)
                .mapToDouble(Accuracy::regretOfJob)
                .toArray());
    }

    private static double regretOfJob(List<StepPrediction> job) {
        List<StepPrediction> fitting = job.stream().filter(StepPrediction::fits).toList();
        StepPrediction chosen = (fitting.isEmpty() ? job : fitting)
                .stream()
                        .min(Comparator.comparingDouble(one -> one.predicted().orElseThrow()))
                        .orElseThrow();
        double best =
                job.stream().mapToDouble(one -> one.row().measured()).min().orElseThrow();
        return chosen.row().measured() / best - 1;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length == 0 ? Double.NaN : sum / values.length;
    }

    private static double[] ranks(double[] values) {
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            double below = 0;
            double equal = 0;
            for (double other : values) {
                below += other < values[i] ? 1 : 0;
                equal += other == values[i] ? 1 : 0;
            }
            ranks[i] = below + (equal + 1) / 2;
        }
        return ranks;
    }

    private static double correlation(double[] a, double[] b) {
        double meanA = mean(a);
        double meanB = mean(b);
        double both = 0;
        double ofA = 0;
        double ofB = 0;
        for (int i = 0; i < a.length; i++) {
            both += (a[i] - meanA) * (b[i] - meanB);
            ofA += (a[i] - meanA) * (a[i] - meanA);
            ofB += (b[i] - meanB) * (b[i] - meanB);
        }
        return a.length < 2 ? Double.NaN : both / Math.sqrt(ofA * ofB);
    }
}
