// SPDX-License-Identifier: Apache-2.0
/** Commands around the notebook: {@code kernel}, {@code lab}, {@code notebook strip}. */
package org.etude.cli.notebook;
