import { type Format, UsageError } from '../kit/index.js';
import { plain } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { exact } from './cell.js';
import { writeCsv } from './csv.js';
import { fieldNames, sampleRow, valueAt } from './fields.js';
import { jsonDocument, jsonLine, writeJsonArray } from './json.js';
import type { Column, RecordView, View } from './view.js';
import { tableWriter } from './write-table.js';

export type Rows = Iterable<object> | AsyncIterable<object>;

/** The inputs of a format. */
export interface Printing {
  stream: OutputStream;
  /** Fields selected with `--fields`. */
  fields: readonly string[] | undefined;
  /** Whether to print column names. */
  header: boolean;
  /** The sample of the verb's JSON: the names of its fields. */
  sample: unknown;
  /** A row for programs: as the service sent it, or its selected fields. */
  chosen(row: object): unknown;
}

/** How one format prints. */
export interface FormatWriter {
  record(value: object, view: RecordView): Promise<void>;
  /** @param the rows never end: print no heading and no enclosing array */
  rows(rows: Rows, view: View, endless: boolean): Promise<void>;
  /** A JSON value of unknown shape; an indented JSON document when left out. */
  value?(value: unknown): Promise<void>;
}

/**
 * Every format by its name. A new one is a row here and one of `FORMAT_FACTS` in
 * `kit/globals.ts` with its help; the compiler checks both.
 */
export const FORMAT_WRITERS: Readonly<Record<Format, (printing: Printing) => FormatWriter>> = {
  table({ stream, fields, header }) {
    const tables = tableWriter(stream);
    return {
      async record(value, view) {
        await tables.record(value, columnsOf(view.fields, fields));
        if (view.rows !== undefined && fields === undefined) {
          await tables.nested(value, view.rows, header);
        }
      },
      rows(rows, view, endless) {
        const inLines = stream.isTerminal && fields === undefined ? view.line : undefined;
        if (inLines !== undefined) return tables.lines(rows, inLines);
        return tables.table(rows, columnsOf(view.columns, fields), header && !endless);
      },
    };
  },

  json({ stream, chosen }) {
    return {
      record: (value) => stream.write(jsonDocument(chosen(value))),
      rows: (rows, _, endless) =>
        endless
          ? writeEach(rows, stream, (row) => jsonLine(chosen(row)))
          : writeJsonArray(map(rows, chosen), stream),
    };
  },

  jsonl({ stream, chosen }) {
    return {
      record: (value) => stream.write(jsonLine(chosen(value))),
      rows: (rows) => writeEach(rows, stream, (row) => jsonLine(chosen(row))),
      value: (value) => stream.write(jsonLine(value)),
    };
  },

  yaml({ stream, chosen }) {
    // Loaded on demand: large and rarely used.
    const yaml = () => import('./yaml.js');
    const value = async (printed: unknown) => stream.write((await yaml()).yamlDocument(printed));
    return {
      value,
      record: (row) => value(chosen(row)),
      rows: async (rows) => (await yaml()).writeYamlSequence(map(rows, chosen), stream),
    };
  },

  csv({ stream, fields, header, sample }) {
    const print = (rows: Rows) =>
      writeCsv(rows, { columns: fields ?? flatNames(sampleRow(sample)), header, stream });
    return { record: (value) => print([value]), rows: (rows) => print(rows) };
  },

  id({ stream, sample }) {
    const field = identifierIn(sample);
    if (field === undefined) {
      throw new UsageError('The output of this command has no ids.', {
        hint: 'Use --output table, json, jsonl, yaml or csv.',
      });
    }
    /** Empty for a row without an id, such as a failure. */
    const line = (row: object) => {
      const id = plain(exact(valueAt(row, field)));
      return id === '' ? '' : `${id}\n`;
    };
    return {
      record: (value) => stream.write(line(value)),
      rows: (rows) => writeEach(rows, stream, line),
    };
  },
};

/** The field that `-o id` prints; undefined when the output has none. */
export function identifierIn(sample: unknown): string | undefined {
  const names = fieldNames(sample);
  return ['id', 'url', 'feed.id', 'name'].find((name) => names.includes(name));
}

function columnsOf(
  columns: readonly Column[],
  fields: readonly string[] | undefined,
): readonly Column[] {
  return (
    fields?.map((field) => {
      const known = columns.find((column) => column.field === field);
      return { field, kind: known?.kind ?? 'text' };
    }) ?? columns
  );
}

/** Fields that fit into a cell: fields of nested objects, but no lists of rows. */
function flatNames(row: object): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (hasRows(value) && !NAMED_ROWS.has(name)) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name];
    return flatNames(value).map((inner) => `${name}.${inner}`);
  });
}

/** Lists of objects of which a cell shows the names or the addresses. */
const NAMED_ROWS: ReadonlySet<string> = new Set(['authors', 'attachments']);

function hasRows(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object';
}

async function writeEach(
  rows: Rows,
  stream: OutputStream,
  text: (row: object) => string,
): Promise<void> {
  for await (const row of rows) await stream.write(text(row));
}

async function* map<A, B>(rows: Iterable<A> | AsyncIterable<A>, change: (row: A) => B) {
  for await (const row of rows) yield change(row);
}
