// SPDX-License-Identifier: Apache-2.0
/**
 * Dumps of PyTorch's flight recorder: {@link org.etude.flight.FlightFiles} reads those of all ranks (pickle by {@link
 * org.etude.flight.SafePickle}, which executes nothing, or JSON), {@link org.etude.flight.FlightDiagnosis} says which rank did not come
 * to which collective, {@link org.etude.flight.FlightEts} makes a communication-only job of them. The definition stands in {@link
 * org.etude.flight.FlightReader}.
 */
package org.etude.flight;
