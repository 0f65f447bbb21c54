// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.report.Internal;

/**
 * A conversion of recordings to execution traces, before anything is read: {@code TraceConversion.of(path).withStep(2)}.
 *
 * @param paths files and directories with traces
 * @param load how to load
 * @param step the only step to convert, if any
 * @param link how to link
 * @param convert how to convert
 */
@Internal
public record TraceConversion(
        List<Path> paths, LoadOptions load, Optional<Integer> step, LinkOptions link, ConvertOptions convert) {
    /** Copies the list. */
    public TraceConversion {
        paths = List.copyOf(paths);
    }

    /** All steps of the traces under some paths, with default options. */
    public static TraceConversion of(Path... paths) {
        return new TraceConversion(
                List.of(paths),
                LoadOptions.defaults(),
                Optional.empty(),
                LinkOptions.defaults(),
                ConvertOptions.defaults());
    }

    /** The same, loaded with these options. */
    public TraceConversion withLoad(LoadOptions options) {
        return new TraceConversion(paths, options, step, link, convert);
    }

    /** The same of one step only. */
    public TraceConversion withStep(int only) {
        return new TraceConversion(paths, load, Optional.of(only), link, convert);
    }

    /** The same, linked with these options. */
    public TraceConversion withLink(LinkOptions options) {
        return new TraceConversion(paths, load, step, options, convert);
    }

    /** The same, converted with these options. */
    public TraceConversion withConvert(ConvertOptions options) {
        return new TraceConversion(paths, load, step, link, options);
    }
}
