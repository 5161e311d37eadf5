import type { ChalkInstance } from 'chalk';

/** How a field is meant, which decides its look and whether it may be cut: addresses and texts may. */
export type ColumnKind = 'id' | 'url' | 'text' | 'time' | 'state';

/** One column of a table: a field of the JSON, seen by people. */
export interface Column {
  /** Dotted path into the row. */
  field: string;
  /** What stands above it; the field's name when absent. */
  heading?: string;
  kind?: ColumnKind;
  /** What a narrow terminal keeps longest: 1 first. The position when absent. */
  rank?: number;
  /** Of use in full only: rather left out than cut. */
  whole?: true;
}

/** How rows of one sort are shown as a table. */
export interface View {
  /** Names for messages. */
  one: string;
  many: string;
  columns: readonly Column[];
  /** How a terminal shows a row instead of in a table: one or more lines, remote text made plain. */
  line?(row: object, paint: ChalkInstance): string;
}

/** How one resource is shown: a line a field, and below it a table of what it contains. */
export interface RecordView {
  fields: readonly Column[];
  /** A field that holds rows. */
  rows?: {
    field: string;
    view: View;
    /** Most rows shown to a person; all when absent. */
    limit?: number;
  };
}
