// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.model;

import java.util.List;
import java.util.function.Supplier;

/**
 * A recorded run to compare with.
 *
 * @param name what it is called in what is printed
 * @param differences runs it again and says what differs, one line per difference; empty when all is equal
 */
public record ConformanceCase(String name, Supplier<List<String>> differences) {}
