// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.notebook.error.ThrownText;
import org.etude.table.schema.TableStart;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** Converts values with rows and columns to grids. */
final class Grids {
    /** The maximum number of elements of a collection that are read; the rest is only counted in the note below. */
    private static final int MOST_ROWS = 100_000;

    private Grids() {}

    /** The value as a grid; empty when it has no rows and columns. */
    static Optional<Grid> of(Object value) {
        if (value instanceof Table table) {
            return Optional.of(new TableGrid(table));
        }
        if (value instanceof Column<?> column) {
            TableStart.await();
            return Optional.of(new TableGrid(Table.create(column.name(), column.copy())));
        }
        if (value instanceof Row row) {
            return Optional.of(row(row));
        }
        if (value instanceof Map<?, ?> map) {
            return Optional.of(map(map));
        }
        if (value instanceof Collection<?> collection) {
            return collection(collection);
        }
        if (value instanceof Object[] array) {
            return collection(List.of(copy(array)));
        }
        return value instanceof Record record ? Optional.of(record(record)) : Optional.empty();
    }

    private static Object[] copy(Object[] array) {
        Object[] copy = array.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i] == null ? "" : copy[i];
        }
        return copy;
    }

    private static Grid row(Row row) {
        List<List<Object>> cells = new ArrayList<>();
        for (String name : row.columnNames()) {
            cells.add(List.of(name, row.isMissing(name) ? "" : row.getObject(name)));
        }
        return ListGrid.of("row " + row.getRowNumber(), List.of("column", "value"), cells);
    }

    private static Grid map(Map<?, ?> map) {
        List<List<Object>> cells = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (cells.size() == MOST_ROWS) {
                break;
            }
            List<Object> pair = new ArrayList<>();
            pair.add(entry.getKey());
            pair.add(entry.getValue());
            cells.add(pair);
        }
        return ListGrid.of(sized("Map", map.size()), List.of("key", "value"), cells);
    }

    private static Grid record(Record record) {
        List<List<Object>> cells = new ArrayList<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            List<Object> pair = new ArrayList<>();
            pair.add(component.getName());
            pair.add(value(component, record));
            cells.add(pair);
        }
        return ListGrid.of(record.getClass().getSimpleName(), List.of("part", "value"), cells);
    }

    private static Optional<Grid> collection(Collection<?> collection) {
        if (collection.isEmpty()) {
            return Optional.empty();
        }
        List<Object> elements = new ArrayList<>();
        for (Object element : collection) {
            if (elements.size() == MOST_ROWS) {
                break;
            }
            elements.add(element);
        }
        Object first = elements.get(0);
        if (first instanceof Record && elements.stream().allMatch(e -> same(first, e))) {
            return Optional.of(records(sized(first.getClass().getSimpleName(), collection.size()), elements));
        }
        if (elements.stream().allMatch(e -> e instanceof Map)) {
            return Optional.of(maps(sized("Map", collection.size()), elements));
        }
        List<List<Object>> cells = new ArrayList<>();
        for (Object element : elements) {
            List<Object> pair = new ArrayList<>();
            pair.add(cells.size());
            pair.add(element);
            cells.add(pair);
        }
        String name = sized(collection.getClass().getSimpleName(), collection.size());
        return Optional.of(ListGrid.of(name, List.of("", "value"), cells));
    }

    private static boolean same(Object first, Object other) {
        return other != null && other.getClass() == first.getClass();
    }

    private static Grid records(String name, List<Object> records) {
        RecordComponent[] components = records.get(0).getClass().getRecordComponents();
        List<String> heads = new ArrayList<>();
        for (RecordComponent component : components) {
            heads.add(component.getName());
        }
        List<List<Object>> cells = new ArrayList<>();
        for (Object element : records) {
            List<Object> row = new ArrayList<>();
            for (RecordComponent component : components) {
                row.add(value(component, (Record) element));
            }
            cells.add(row);
        }
        return ListGrid.of(name, heads, cells);
    }

    private static Grid maps(String name, List<Object> maps) {
        Set<Object> keys = new LinkedHashSet<>();
        maps.forEach(m -> keys.addAll(((Map<?, ?>) m).keySet()));
        List<List<Object>> cells = new ArrayList<>();
        for (Object map : maps) {
            List<Object> row = new ArrayList<>();
            keys.forEach(key -> row.add(((Map<?, ?>) map).get(key)));
            cells.add(row);
        }
        return ListGrid.of(name, keys.stream().map(PlainText::brief).toList(), cells);
    }

    /** A record declared in a cell may be in a non-public class. */
    private static Object value(RecordComponent component, Record record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (InvocationTargetException e) {
            return "(failed: " + ThrownText.head(e.getCause()) + ")";
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "(not accessible)";
        }
    }

    private static String sized(String name, int size) {
        return size > MOST_ROWS ? name + " of " + size + ", the first " + MOST_ROWS : name;
    }
}
