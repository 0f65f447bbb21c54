/**
 * The chain for scripts: {@code etude run DIR}, its steps one by one, checks, and drop-in commands with the flags of the
 * tools that people already script. {@link org.etude.cli.Main} runs one command; {@link org.etude.cli.ExitCode} says what
 * its exit status means. Only the command that was asked for is loaded.
 */
package org.etude.cli;
