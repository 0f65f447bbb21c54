package org.etude;

import java.util.OptionalLong;

/**
 * A job of a sweep.
 *
 * @param name what tells it from others, or ""
 * @param work its execution traces
 * @param memory bytes that a rank holds at most, where that is known
 */
record SweepJob(String name, Workload work, OptionalLong memory) {}
