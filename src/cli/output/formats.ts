import { csvLine } from '../../base/csv.js';
import { type Format, UsageError } from '../kit/index.js';
import { plainOutput, withoutCommands } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { exact } from './cell.js';
import { fieldNames, sampleRow, valueAt } from './fields.js';
import { jsonDocument, jsonLine, writeJsonArray } from './json.js';
import type { FormatWriter, Printing, Rows } from './view.js';
import { tableWriter } from './write-table.js';

/**
 * Every format by its name. A new one is a row here and one of `FORMAT_FACTS` in
 * `kit/globals.ts` with its help; the compiler checks both.
 */
export const FORMAT_WRITERS: Readonly<Record<Format, (printing: Printing) => FormatWriter>> = {
  table: tableWriter,

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
    const columns = fields ?? flatNames(sampleRow(sample));
    const line = (row: object) =>
      csvLine(columns.map((column) => withoutCommands(exact(valueAt(row, column)))));
    const print = async (rows: Rows) => {
      if (header) await stream.write(csvLine(columns));
      await writeEach(rows, stream, line);
    };
    return { record: (value) => print([value]), rows: print };
  },

  id({ stream, sample }) {
    const field = identifierIn(sample);
    if (field === undefined) {
      throw new UsageError('The output of this command has no ids.', {
        hint: 'Use --output table, json, jsonl, yaml or csv.',
      });
    }
    /** The line is empty for a row without an id, such as a failure. */
    const line = (row: object) => {
      const id = plainOutput(exact(valueAt(row, field)));
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
