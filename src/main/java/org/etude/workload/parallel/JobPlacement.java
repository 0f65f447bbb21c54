// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.report.Counted;
import org.etude.spec.WorkloadException;

/**
 * Places the ranks of jobs on the hosts of a network: {@code packed} gives each job the lowest free hosts, {@code
 * spread} gives it free hosts at equal distances, and a list such as {@code 0-3,8,9/4-7} names the hosts of each job,
 * jobs divided by slashes.
 */
public final class JobPlacement {
    private static final String PACKED = "packed";
    private static final String SPREAD = "spread";
    private static final int MAX_DIGITS = 9;

    private final String text;

    private JobPlacement(String text) {
        this.text = text;
    }

    /**
     * Reads a placement, a word or a list of hosts.
     *
     * @throws WorkloadException when it is neither
     */
    public static JobPlacement parse(String text) {
        String range = "\\d{1," + MAX_DIGITS + "}(-\\d{1," + MAX_DIGITS + "})?";
        String list = range + "(," + range + ")*";
        if (!text.equals(PACKED) && !text.equals(SPREAD) && !text.matches(list + "(/" + list + ")*")) {
            throw new WorkloadException(
                    "there is no placement '" + text + "'",
                    "Give packed, spread, or the hosts of each job, such as 0-3,8-11/4-7.");
        }
        return new JobPlacement(text);
    }

    /**
     * The host of each rank of each job.
     *
     * @param ranks how many ranks each job has
     * @param hosts hosts of the fabric
     * @throws WorkloadException when they do not fit
     */
    public List<int[]> hosts(List<Integer> ranks, int hosts) {
        int sum = ranks.stream().mapToInt(Integer::intValue).sum();
        if (sum > hosts) {
            throw new WorkloadException(
                    "jobs of " + ranks + " ranks do not fit " + hosts + " hosts",
                    "Use a larger network, or fewer jobs.");
        }
        return text.equals(PACKED) || text.equals(SPREAD) ? free(ranks, hosts) : listed(ranks, hosts);
    }

    private List<int[]> free(List<Integer> ranks, int hosts) {
        BitSet taken = new BitSet(hosts);
        List<int[]> placed = new ArrayList<>();
        for (int count : ranks) {
            int[] open =
                    IntStream.range(0, hosts).filter(host -> !taken.get(host)).toArray();
            int[] own = new int[count];
            for (int rank = 0; rank < count; rank++) {
                own[rank] = open[text.equals(PACKED) ? rank : (int) ((long) rank * open.length / count)];
            }
            Arrays.stream(own).forEach(taken::set);
            placed.add(own);
        }
        return placed;
    }

    private List<int[]> listed(List<Integer> ranks, int hosts) {
        String[] jobs = text.split("/");
        if (jobs.length != ranks.size()) {
            throw new WorkloadException(
                    "placement " + text + " names the hosts of " + Counted.of(jobs.length, "job") + ", not of "
                            + ranks.size(),
                    "Give one list for each job, divided by slashes.");
        }
        BitSet taken = new BitSet(hosts);
        List<int[]> placed = new ArrayList<>();
        for (int job = 0; job < jobs.length; job++) {
            int[] own = Arrays.stream(jobs[job].split(","))
                    .flatMapToInt(range -> range(range, hosts))
                    .toArray();
            if (own.length != ranks.get(job)) {
                throw new WorkloadException(
                        "placement " + jobs[job] + " names " + own.length + " hosts for a job of " + ranks.get(job)
                                + " ranks",
                        "Name one host for each rank.");
            }
            for (int host : own) {
                if (taken.get(host)) {
                    throw new WorkloadException(
                            "placement " + text + " gives host " + host + " to two ranks",
                            "Give each host to one rank at most.");
                }
                taken.set(host);
            }
            placed.add(own);
        }
        return placed;
    }

    private IntStream range(String range, int hosts) {
        int[] ends = Arrays.stream(range.split("-")).mapToInt(Integer::parseInt).toArray();
        int last = ends[ends.length - 1];
        if (last >= hosts || ends[0] > last) {
            throw new WorkloadException(
                    "placement " + text + " names hosts " + range + " of " + hosts,
                    "Hosts count from 0 to " + (hosts - 1) + "; write the lower one first.");
        }
        return IntStream.rangeClosed(ends[0], last);
    }

    @Override
    public String toString() {
        return text;
    }
}
