// SPDX-License-Identifier: Apache-2.0
/**
 * PyTorch flight recorder dumps: {@link org.etude.flight.FlightFiles} reads those of all ranks (pickle by {@link
 * org.etude.flight.SafePickle}, which executes nothing, or JSON), {@link org.etude.flight.FlightDiagnosis} determines
 * which rank did not reach which collective, {@link org.etude.flight.FlightEts} converts them to a communication-only
 * job. The format is described in {@link org.etude.flight.FlightReader}.
 */
package org.etude.flight;
