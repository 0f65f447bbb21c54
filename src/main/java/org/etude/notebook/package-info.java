/**
 * The notebook: a Jupyter kernel for Java. {@link org.etude.notebook.eval} runs cells, {@code kernel} speaks Jupyter's
 * protocol, {@code magic} holds the commands that start with a percent sign.
 */
package org.etude.notebook;
