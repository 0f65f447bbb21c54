/** Commands around the notebook: {@code kernel}, {@code lab}, {@code notebook strip}. */
package org.etude.cli.notebook;
