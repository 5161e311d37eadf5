import { answerOf } from '../../client/answers.js';
import type { Format } from '../kit/index.js';
import { plainOutput } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { columns } from './columns.js';
import { checkFields, fieldNames, pick } from './fields.js';
import { FORMAT_WRITERS } from './formats.js';
import { jsonDocument } from './json.js';
import type { RecordView, Rows, View } from './view.js';

/** Prints the result of a verb in the selected format. Only `formats.ts` tells the formats apart. */
export interface Output {
  readonly format: Format;
  /** Prints one resource: an object in JSON. */
  record(value: object, view: RecordView): Promise<void>;
  /**
   * Prints rows as they arrive: an array in JSON, `[]` when there are none. Endless rows are printed
   * without a heading, and as JSON Lines in JSON.
   */
  rows(rows: Rows, view: View, options?: { endless?: boolean }): Promise<void>;
  /** Prints a JSON value of unknown shape, or text when it is a string. */
  value(value: unknown): Promise<void>;
  /** Prints a line in table format only. */
  say(text: string): Promise<void>;
  /** Prints a line about what was done, as `say`; hidden by -q. */
  report(text: string): Promise<void>;
  /** The same output for results of the verb's other shape. */
  inOtherShape(): Output;
}

export interface OutputFacts {
  format: Format;
  fields: readonly string[] | undefined;
  /** Columns that the user prefers; a table uses those that it has. */
  preferredColumns?: readonly string[] | undefined;
  /** Whether tables and CSV start with column names. */
  header: boolean;
  /** True with `-q`: lines and tables that only report what was done are hidden. */
  quiet?: boolean;
  /** True if the tables of the verb only report what was done. */
  reports?: boolean;
  stream: OutputStream;
  /** Sample of the verb's JSON, which defines its field names. */
  sample: unknown;
  /** Sample of the other shape, for verbs with two. */
  otherSample?: unknown;
  /** Further fields that the output may have besides the samples, for `fields`. */
  more?: (() => object) | undefined;
}

/**
 * @param writers how each format prints
 * @throws {UsageError} when a requested field is not in the output of the verb
 */
export function createOutput(facts: OutputFacts, writers = FORMAT_WRITERS): Output {
  const {
    format,
    fields,
    preferredColumns = [],
    header,
    quiet = false,
    reports = false,
    stream,
    sample,
    otherSample,
    more,
  } = facts;
  if (fields !== undefined) checkFields(fields, [sample, otherSample, more?.()]);
  const chosen = (value: object) =>
    fields === undefined ? sent(value) : pick(sent(value), fields);
  const writer = writers[format]({ stream, fields, header, sample, chosen });
  const hidesReports = quiet && format === 'table' && fields === undefined;
  const hidesTables = hidesReports && reports;
  const say = async (text: string) => {
    if (format === 'table') await stream.write(`${plainOutput(text)}\n`);
  };
  return {
    format,
    async record(value, view) {
      if (!hidesTables) await writer.record(value, view);
    },
    async rows(rows, view, { endless = false } = {}) {
      if (!hidesTables)
        return writer.rows(rows, preferred(view, preferredColumns, sample), endless);
      // The rows must be read even if nothing prints them, because reading them does the work.
      for await (const _ of rows);
    },
    async value(value) {
      if (typeof value === 'string') return stream.write(value);
      if (writer.value !== undefined) return writer.value(value);
      await stream.write(jsonDocument(value));
    },
    inOtherShape: () =>
      createOutput({ ...facts, sample: otherSample, otherSample: undefined }, writers),
    say,
    async report(text) {
      if (!hidesReports) await say(text);
    },
  };
}

/** The view with the preferred columns that its rows have; unchanged if they have none. */
function preferred(view: View, wanted: readonly string[], sample: unknown): View {
  if (wanted.length === 0) return view;
  const known = fieldNames(sample);
  const taken = wanted.filter((field) => known.includes(field));
  if (taken.length === 0) return view;
  const { line: _, ...rest } = view;
  const own = (field: string) => view.columns.filter((column) => column.field === field);
  return { ...rest, columns: taken.flatMap((field) => own(field)[0] ?? columns(field)) };
}

/** The JSON that the service sent, without the client's decoding. */
function sent(value: object): unknown {
  return answerOf(value)?.body ?? value;
}
