import type { ChalkInstance } from 'chalk';
import type { OutputStream } from '../terminal/streams.js';

/** The meaning of a field: determines its style and whether it may be cut (addresses and texts). */
export type ColumnKind = 'id' | 'url' | 'text' | 'time' | 'state';

/** One column of a table: a field of the JSON. */
export interface Column {
  /** Dotted path into the row. */
  field: string;
  /** The field that is shown if this one is empty. */
  or?: string;
  /** Heading; the field's name when absent. */
  heading?: string;
  kind?: ColumnKind;
  /** Priority on a narrow terminal; 1 stays longest. Default: the position. */
  rank?: number;
  /** Texts shown instead of values; JSON and CSV keep the values. */
  words?: Readonly<Record<string, string>>;
  /** Dropped instead of cut when it does not fit. */
  whole?: true;
}

/** How rows of one kind are shown as a table. */
export interface View {
  /** Nouns for messages. */
  one: string;
  many: string;
  columns: readonly Column[];
  /** Custom format of a row on a terminal: one or more lines, with untrusted text made plain. */
  line?(row: object, paint: ChalkInstance): string;
}

/** How one resource is shown: one line per field, followed by a table of its contents. */
export interface RecordView {
  fields: readonly Column[];
  /** A field that contains rows. */
  rows?: {
    field: string;
    view: View;
    /** Maximum number of rows on a terminal; all when absent. */
    limit?: number;
  };
}

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
