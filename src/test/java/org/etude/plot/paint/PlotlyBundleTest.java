// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import org.etude.plot.plotly.PlotlyBundle;
import org.junit.jupiter.api.Test;

class PlotlyBundleTest {
    @Test
    void theBundleIsWhatItsPropertiesSay() throws IOException, NoSuchAlgorithmException {
        Properties stated = new Properties();
        try (InputStream in = PlotlyBundle.class.getResourceAsStream("/org/etude/kernel/plotly.properties")) {
            stated.load(in);
        }
        byte[] bundle;
        try (InputStream in = PlotlyBundle.open()) {
            bundle = in.readAllBytes();
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bundle);
        assertThat(HexFormat.of().formatHex(digest)).isEqualTo(stated.getProperty("sha256"));
        assertThat(new String(bundle, 0, 200, StandardCharsets.UTF_8)).contains("v" + stated.getProperty("version"));
        // Inside a page the script must not end early.
        assertThat(PlotlyBundle.text()).doesNotContain("</script");
    }

    @Test
    void itsLicenceAndThatOfTheFontsStandBeside() throws IOException {
        for (String name :
                List.of("/org/etude/kernel/plotly.LICENSE", "/org/etude/plot/paint/LiberationSans.LICENSE")) {
            try (InputStream in = PlotlyBundle.class.getResourceAsStream(name)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .containsAnyOf("MIT License", "SIL Open Font License");
            }
        }
    }

    @Test
    void eachDesktopHasItsWayToOpenAPage() {
        Path page = Path.of("/tmp/a b.html");
        assertThat(Browser.command("Linux", page)).containsExactly("xdg-open", "file:///tmp/a%20b.html");
        assertThat(Browser.command("Mac OS X", page).get(0)).isEqualTo("open");
        assertThat(Browser.command("Windows 11", page).get(0)).isEqualTo("rundll32");
    }
}
