// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;

class GridsTest {
    private record Place(int rank, String node) {}

    private record Other(int rank) {}

    private record Broken(int rank) {
        @Override
        public int rank() {
            throw new IllegalStateException("no rank");
        }
    }

    private static List<List<String>> cells(Grid grid) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < grid.rows(); row++) {
            List<String> cells = new ArrayList<>();
            for (int column = 0; column < grid.heads().size(); column++) {
                cells.add(grid.cell(row, column));
            }
            rows.add(cells);
        }
        return rows;
    }

    private static List<String> heads(Grid grid) {
        return grid.heads().stream().map(Grid.Head::name).toList();
    }

    private static Grid grid(Object value) {
        return Grids.of(value).orElseThrow();
    }

    @Test
    void recordsOfOneTypeAreATable() {
        Grid grid = grid(List.of(new Place(0, "aten::mm"), new Place(1, "")));
        assertThat(grid.name()).isEqualTo("Place");
        assertThat(heads(grid)).containsExactly("rank", "node");
        assertThat(grid.heads()).extracting(Grid.Head::number).containsExactly(true, false);
        assertThat(cells(grid)).containsExactly(List.of("0", "aten::mm"), List.of("1", ""));
    }

    @Test
    void recordsOfSeveralTypesAreAList() {
        Grid grid = grid(Arrays.asList(new Place(0, "a"), new Other(1), null));
        assertThat(heads(grid)).containsExactly("", "value");
        assertThat(cells(grid))
                .containsExactly(
                        List.of("0", "Place[rank=0, node=a]"), List.of("1", "Other[rank=1]"), List.of("2", ""));
    }

    @Test
    void aRecordAloneIsItsParts() {
        Grid grid = grid(new Place(3, "gemm"));
        assertThat(grid.name()).isEqualTo("Place");
        assertThat(heads(grid)).containsExactly("part", "value");
        assertThat(cells(grid)).containsExactly(List.of("rank", "3"), List.of("node", "gemm"));
    }

    @Test
    void aPartThatFailsIsSaid() {
        assertThat(cells(grid(new Broken(3))))
                .containsExactly(List.of("rank", "(failed: java.lang.IllegalStateException: no rank)"));
    }

    @Test
    void mapsAreKeysAndValuesAndListsOfMapsHaveAColumnPerKey() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("gbps", 1.5);
        first.put("name", null);
        assertThat(cells(grid(first))).containsExactly(List.of("gbps", "1.500"), List.of("name", ""));
        assertThat(heads(grid(first))).containsExactly("key", "value");
        Grid both = grid(List.of(first, Map.of("name", "b", "more", 7)));
        assertThat(heads(both)).startsWith("gbps", "name").contains("more").hasSize(3);
        assertThat(cells(both)).containsExactly(List.of("1.500", "", ""), List.of("", "b", "7"));
    }

    @Test
    void arraysOfObjectsAreListsAndHolesInThemAreEmpty() {
        assertThat(cells(grid(new Object[] {"a", null}))).containsExactly(List.of("0", "a"), List.of("1", ""));
        assertThat(cells(grid(new String[] {"a", null}))).containsExactly(List.of("0", "a"), List.of("1", ""));
    }

    @Test
    void whatHasNoRowsIsNoGrid() {
        assertThat(Grids.of(List.of())).isEmpty();
        assertThat(Grids.of(new Object[0])).isEmpty();
        assertThat(Grids.of("text")).isEmpty();
        assertThat(Grids.of(null)).isEmpty();
        assertThat(Grids.of(new int[] {1})).isEmpty();
    }

    @Test
    void rowsAndColumnsOfTablesAreShown() {
        Table table = Table.create("t", IntColumn.create("rank", 4, 5));
        table.intColumn("rank").setMissing(1);
        assertThat(cells(grid(table))).containsExactly(List.of("4"), List.of(""));
        assertThat(cells(grid(table.intColumn("rank")))).containsExactly(List.of("4"), List.of(""));
        Grid row = grid(table.row(1));
        assertThat(row.name()).isEqualTo("row 1");
        assertThat(cells(row)).containsExactly(List.of("rank", ""));
    }

    @Test
    void onlyTheFirstOfVeryManyElementsAreLookedAt() {
        List<Integer> many = new AbstractList<>() {
            @Override
            public Integer get(int index) {
                assertThat(index).isLessThanOrEqualTo(100_000);
                return index;
            }

            @Override
            public int size() {
                return 5_000_000;
            }
        };
        Grid grid = grid(many);
        assertThat(grid.rows()).isEqualTo(100_000);
        assertThat(grid.name()).endsWith(" of 5000000, the first 100000");
    }
}
