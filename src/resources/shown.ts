/**
 * Type of a field in answers. The contract has a schema per kind, the client a decoder, tables a
 * style.
 */
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
  /** The kind of document that a feed reads. */
  | 'document'
  /** The way a feed is made from its source. */
  | 'source_mode'
  | 'health'
  | 'fetch_reason'
  /** A list that is no longer found. */
  | 'drift'
  /** Format of a webhook, see `FORMATS`. */
  | 'format'
  /** State of a delivery. */
  | 'delivery_status'
  /** Events of new or of changed items; null: both. */
  | 'changes'
  | 'filters'
  /** Names of request headers, with masked values. */
  | 'headers'
  | 'limits'
  | 'hub';

/** One field of an object in answers. Its name is the key of its row. */
export interface ShownField {
  kind: ShownKind;
  /** Description, without a full stop, if the name does not say it. */
  doc?: string;
  /** Set if answers may leave it out. */
  optional?: true;
  /** Sample value; absent: samples leave the field out. */
  sample?: unknown;
  /** The field that tables show if this one is empty. */
  or?: string;
  /** Heading in tables; default: the words of the name. */
  heading?: string;
  /** Priority in a list on a narrow terminal; 1 stays longest. Absent: lists leave it out. */
  rank?: number;
  /** Set if only JSON has it. */
  hidden?: true;
}

export type ShownFields = Readonly<Record<string, ShownField>>;

/** The samples of all rows as an object. */
export function sampleOf(fields: ShownFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { sample }]) =>
      sample === undefined ? [] : [[name, sample]],
    ),
  );
}
