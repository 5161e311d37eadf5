import { answerOf } from '../../client/decode.js';
import { type Format, UsageError } from '../kit/index.js';
import { plain } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { exact } from './cell.js';
import { csvLine } from './csv.js';
import { checkFields, fieldNames, pick, sampleRow, valueAt } from './fields.js';
import { jsonDocument, jsonLine, writeJsonArray } from './json.js';
import type { Column, RecordView, View } from './view.js';
import { tableWriter } from './write-table.js';

/** What a verb prints its result with. It never looks at the format; this does. */
export interface Output {
  readonly format: Format;
  /** Prints one resource: an object in JSON. */
  record(value: object, view: RecordView): Promise<void>;
  /**
   * Prints rows as they arrive: an array in JSON, `[]` when there are none. Rows without an end are
   * printed without a heading, and as JSON Lines in JSON.
   */
  rows(
    rows: Iterable<object> | AsyncIterable<object>,
    view: View,
    options?: { endless?: boolean },
  ): Promise<void>;
  /** Prints a JSON value of unknown shape, or text when it is a string. */
  value(value: unknown): Promise<void>;
  /** For people only: a line that the other formats do without. */
  say(text: string): Promise<void>;
  /** The same output for results of the verb's other shape. */
  inOtherShape(): Output;
}

export interface OutputFacts {
  format: Format;
  fields: readonly string[] | undefined;
  /** Whether tables and CSV begin with the names of their columns. */
  header: boolean;
  stream: OutputStream;
  /** The sample of the verb's JSON: the names of its fields. */
  sample: unknown;
  /** The sample of the other shape, for a verb that has two. */
  otherSample?: unknown;
}

/** @throws {UsageError} when a field was asked for that the verb's output does not have */
export function createOutput(facts: OutputFacts): Output {
  const { format, fields, header, stream, sample } = facts;
  const tables = tableWriter(stream);
  const { otherSample } = facts;
  checkFields(
    fields,
    otherSample === undefined ? sample : [sampleRow(sample), sampleRow(otherSample)],
  );
  const idField = identifierIn(sample);
  if (format === 'id' && idField === undefined) throw noIds();
  const chosen = (value: object) =>
    fields === undefined ? sent(value) : pick(sent(value), fields);

  async function record(value: object, view: RecordView): Promise<void> {
    if (format === 'json') return stream.write(jsonDocument(chosen(value)));
    if (format === 'jsonl') return stream.write(jsonLine(chosen(value)));
    if (format === 'yaml') return stream.write((await yaml()).yamlDocument(chosen(value)));
    if (format === 'id') return stream.write(idLine(value));
    if (format === 'csv') return writeCsv([value], flatFields(), header);
    await tables.record(value, columnsOf(view.fields));
    if (view.rows !== undefined && fields === undefined) {
      await tables.nested(value, view.rows, header);
    }
  }

  async function rows(
    source: Iterable<object> | AsyncIterable<object>,
    view: View,
    { endless = false }: { endless?: boolean } = {},
  ): Promise<void> {
    const headed = header && !endless;
    if (format === 'json' && !endless) return writeJsonArray(map(source, chosen), stream);
    if (format === 'yaml') return (await yaml()).writeYamlSequence(map(source, chosen), stream);
    if (format === 'csv') return writeCsv(source, flatFields(), header);
    if (format === 'table') {
      const inLines = stream.isTerminal && fields === undefined ? view.line : undefined;
      if (inLines !== undefined) return tables.lines(source, inLines);
      return tables.table(source, columnsOf(view.columns), headed);
    }
    for await (const row of source) {
      await stream.write(format === 'id' ? idLine(row) : jsonLine(chosen(row)));
    }
  }

  async function writeCsv(
    source: Iterable<object> | AsyncIterable<object>,
    names: readonly string[],
    headed: boolean,
  ): Promise<void> {
    if (headed) await stream.write(csvLine(names));
    for await (const row of source) {
      await stream.write(csvLine(names.map((name) => exact(valueAt(row, name)))));
    }
  }

  /** Nothing for a row without an id, such as that of a failure. */
  function idLine(row: object): string {
    const id = plain(exact(valueAt(row, idField ?? '')));
    return id === '' ? '' : `${id}\n`;
  }

  /** Columns of CSV: what was asked for, or every field that is no list of rows. */
  function flatFields(): readonly string[] {
    return fields ?? flatNames(sampleRow(sample));
  }

  function columnsOf(columns: readonly Column[]): readonly Column[] {
    if (fields === undefined) return columns;
    return fields.map((field) => {
      const known = columns.find((column) => column.field === field);
      return { field, kind: known?.kind ?? 'text' };
    });
  }

  return {
    format,
    record,
    rows,
    async value(value) {
      if (typeof value === 'string') return stream.write(value);
      if (format === 'yaml') return stream.write((await yaml()).yamlDocument(value));
      await stream.write(format === 'jsonl' ? jsonLine(value) : jsonDocument(value));
    },
    inOtherShape: () => createOutput({ ...facts, sample: otherSample, otherSample: undefined }),
    async say(text) {
      if (format === 'table') await stream.write(`${plain(text)}\n`);
    },
  };
}

/** JSON shows what the service sent, not what the client made of it. */
function sent(value: object): unknown {
  return answerOf(value)?.body ?? value;
}

/** The field that `-o id` prints; undefined when the output has none. */
export function identifierIn(sample: unknown): string | undefined {
  const names = fieldNames(sample);
  return ['id', 'feed.id', 'url', 'name'].find((name) => names.includes(name));
}

function noIds(): UsageError {
  return new UsageError('This command prints nothing that has an id.', {
    hint: 'Use --output table, json, jsonl, yaml or csv.',
  });
}

/** Fields that fit a cell: those of objects within stand for them, lists of rows have no place. */
function flatNames(row: object): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (hasRows(value) && name !== 'authors') return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name];
    return flatNames(value).map((inner) => `${name}.${inner}`);
  });
}

function hasRows(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object';
}

async function* map<A, B>(rows: Iterable<A> | AsyncIterable<A>, change: (row: A) => B) {
  for await (const row of rows) yield change(row);
}

/** Heavy, and rarely asked for. */
function yaml() {
  return import('./yaml.js');
}
