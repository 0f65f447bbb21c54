// SPDX-License-Identifier: Apache-2.0
/**
 * Predicts steps of language models without writing traces, compares them with measured ones, fits a machine to measured
 * steps, and searches for the fastest split of a model over GPUs.
 */
package org.etude.plan;
