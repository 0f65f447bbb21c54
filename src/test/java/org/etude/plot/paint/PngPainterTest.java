// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.etude.plot.figure.FigureTest;
import org.etude.plot.model.Size;
import org.junit.jupiter.api.Test;

class PngPainterTest {
    private static final int BLUE = 0xFF0072B2;

    @Test
    void hasThreeHundredPixelsAnInchAndSaysSo() throws IOException {
        byte[] png = FigureTest.bars().png(Size.COLUMN.height(50));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(image.getWidth()).isEqualTo(Math.round(84 / 25.4 * 300));
        assertThat(image.getHeight()).isEqualTo(Math.round(50 / 25.4 * 300));
        int at = new String(png, StandardCharsets.ISO_8859_1).indexOf("pHYs");
        assertThat(ByteBuffer.wrap(png, at + 4, 4).getInt()).isEqualTo(11811);
    }

    @Test
    void theSecondBarIsTwiceAsHigh() throws IOException {
        BufferedImage image =
                ImageIO.read(new ByteArrayInputStream(FigureTest.bars().png(Size.COLUMN)));
        int left = image.getWidth() * 35 / 100;
        int right = image.getWidth() * 75 / 100;
        assertThat(column(image, right)).isBetween(2 * column(image, left) - 3, 2 * column(image, left) + 3);
    }

    /** Blue pixels of a column below the legend. */
    private static int column(BufferedImage image, int x) {
        int count = 0;
        for (int y = image.getHeight() / 10; y < image.getHeight(); y++) {
            count += image.getRGB(x, y) == BLUE ? 1 : 0;
        }
        return count;
    }
}
