import { answerOf } from '../../client/decode.js';
import type { Format } from '../kit/index.js';
import { plain } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';
import { checkFields, pick, sampleRow } from './fields.js';
import { FORMAT_WRITERS, type Rows } from './formats.js';
import { jsonDocument } from './json.js';
import type { RecordView, View } from './view.js';

/** What a verb prints its result with. Only `formats.ts` tells the formats apart. */
export interface Output {
  readonly format: Format;
  /** Prints one resource: an object in JSON. */
  record(value: object, view: RecordView): Promise<void>;
  /**
   * Prints rows as they arrive: an array in JSON, `[]` when there are none. Rows without an end are
   * printed without a heading, and as JSON Lines in JSON.
   */
  rows(rows: Rows, view: View, options?: { endless?: boolean }): Promise<void>;
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

/**
 * @param writers how each format prints
 * @throws {UsageError} when a field was asked for that the verb's output does not have
 */
export function createOutput(facts: OutputFacts, writers = FORMAT_WRITERS): Output {
  const { format, fields, header, stream, sample, otherSample } = facts;
  checkFields(
    fields,
    otherSample === undefined ? sample : [sampleRow(sample), sampleRow(otherSample)],
  );
  const chosen = (value: object) =>
    fields === undefined ? sent(value) : pick(sent(value), fields);
  const writer = writers[format]({ stream, fields, header, sample, chosen });
  return {
    format,
    record: (value, view) => writer.record(value, view),
    rows: (rows, view, { endless = false } = {}) => writer.rows(rows, view, endless),
    async value(value) {
      if (typeof value === 'string') return stream.write(value);
      if (writer.value !== undefined) return writer.value(value);
      await stream.write(jsonDocument(value));
    },
    inOtherShape: () =>
      createOutput({ ...facts, sample: otherSample, otherSample: undefined }, writers),
    async say(text) {
      if (format === 'table') await stream.write(`${plain(text)}\n`);
    },
  };
}

/** JSON shows what the service sent, not what the client made of it. */
function sent(value: object): unknown {
  return answerOf(value)?.body ?? value;
}
