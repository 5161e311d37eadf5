/** What an answer has, by kind: the contract its schema, the client its decoder, tables their style. */
export type ShownKind =
  | 'id'
  | 'ids'
  | 'text'
  | 'text_or_null'
  | 'texts'
  | 'url'
  /** Address of an image; "" for none. */
  | 'image'
  /** ISO 8601 in UTC. */
  | 'time'
  | 'time_or_null'
  | 'count'
  | 'count_or_null'
  | 'flag'
  | 'true'
  | 'authors'
  | 'attachments'
  /** Id and title of a feed. */
  | 'feed_name'
  /** The rule that hides an item. */
  | 'dropped_by'
  /** The document that a feed reads. */
  | 'document'
  /** How a feed is made from its source. */
  | 'source_mode'
  | 'health'
  | 'fetch_reason'
  /** A list that is no longer found. */
  | 'drift'
  /** What a webhook sends, see `FORMATS`. */
  | 'format'
  /** How far a delivery is. */
  | 'delivery_status'
  /** New or changed items; null: both. */
  | 'changes'
  | 'filters'
  /** Names of request headers, with masked values. */
  | 'headers'
  | 'limits'
  | 'hub';

/** One thing that an answer says of an object. Its name is the key of its row. */
export interface ShownField {
  kind: ShownKind;
  /** Where the name does not say it, without a full stop. */
  doc?: string;
  /** Answers may leave it out. */
  optional?: true;
  /** Absent: samples leave it out. */
  sample?: unknown;
  /** The field that tables show where this one is empty. */
  or?: string;
  /** In tables; without it, the words of the name. */
  heading?: string;
  /** Priority in a list on a narrow terminal, 1 is kept longest. Absent: lists leave it out. */
  rank?: number;
  /** Only JSON has it. */
  hidden?: true;
}

export type ShownFields = Readonly<Record<string, ShownField>>;

/** The rows as an object of samples. */
export function sampleOf(fields: ShownFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { sample }]) =>
      sample === undefined ? [] : [[name, sample]],
    ),
  );
}
