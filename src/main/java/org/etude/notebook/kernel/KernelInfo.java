// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import io.github.spencerpark.jupyter.kernel.LanguageInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.notebook.wire.WireMessage;

/** The kernel's description of itself. */
final class KernelInfo {
    private static final LanguageInfo JAVA = new LanguageInfo.Builder("java")
            .version(Runtime.version().toString())
            .mimetype("text/x-java-source")
            .fileExtension(".jshell")
            .pygments("java")
            .codemirror("java")
            .build();

    private KernelInfo() {}

    /** The content of a kernel_info_reply. */
    static Map<String, Object> content() {
        Map<String, Object> language = new LinkedHashMap<>();
        language.put("name", JAVA.getName());
        language.put("version", JAVA.getVersion());
        language.put("mimetype", JAVA.getMimetype());
        language.put("file_extension", JAVA.getFileExtension());
        language.put("pygments_lexer", JAVA.getPygmentsLexer());
        language.put("codemirror_mode", JAVA.getCodemirrorMode());
        language.put("nbconvert_exporter", "script");
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("status", "ok");
        content.put("protocol_version", WireMessage.PROTOCOL);
        content.put("implementation", "etude");
        content.put("implementation_version", version());
        content.put("language_info", language);
        content.put("banner", "Etude " + version() + " on Java " + Runtime.version() + ". %help lists the magics.");
        content.put("help_links", List.of());
        content.put("debugger", false);
        content.put("supported_features", List.of());
        return content;
    }

    private static String version() {
        String version = KernelInfo.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }
}
