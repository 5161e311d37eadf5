/**
 * What a value is. Each part of feedctl has one table by kind: the contract its schema, the command
 * line its flags, the dashboard its input. A setting of a known kind needs no code there.
 */
export type Kind =
  /** One line that is shown, not blank. */
  | 'text'
  /** Any text; "" for none. */
  | 'long_text'
  /** Address of an image; "" for none. */
  | 'image'
  | 'boolean'
  /** `auto`, `paused` or a duration such as `15m`. */
  | 'interval'
  /** `22:00-06:00 Europe/Berlin`, or `none`. */
  | 'quiet_hours'
  /** `{ include, exclude }`. */
  | 'filters'
  /** CSS selectors of the generator. */
  | 'selectors'
  /** Which document of an address is read: `auto`, `html` or `feed`. */
  | 'document'
  /** Whether a browser opens the page: `auto`, `always` or `never`. */
  | 'render'
  | 'steps'
  /** Headers, cookies and passwords of a source; files hold references to them. */
  | 'access';

/** Which request changes a field: POST of a feed only, PATCH of a feed, or PATCH of its settings. */
export type Request = 'create' | 'metadata' | 'settings';

/** One thing that a feed or a bundle has, as plain data. Its name is the key of its row. */
export interface Field {
  kind: Kind;
  /** What it is, without a full stop: the reference, the client's types and the forms say it. */
  doc: string;
  /** Only feedctl's own service has it. */
  own?: true;
  request: Request;
  /** POST takes it too. */
  creates?: true;
  /** Only sources with an address have it, not searches. */
  ofUrl?: true;
  /**
   * The value that stands for nothing chosen: how a request or a file removes it. Answers leave an
   * extension out then. Absent: the field always has a value.
   */
  none?: null | string | false | readonly never[];
  /** What `none` means, to complete "none: …". */
  noneMeans?: string;
  sample: unknown;
  /** How a person sees and types it. */
  label: string;
  flag: {
    /** Long flags without dashes; the first one is printed. A kind with several flags names its own. */
    names: readonly [string, ...string[]];
    placeholder?: string;
    help?: string;
  };
}

export type Fields = Readonly<Record<string, Field>>;

/** The names of the rows that a request takes. */
export function fieldsOf<F extends Fields>(
  fields: F,
  ...requests: Request[]
): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => requests.includes(fields[name]?.request ?? 'create'));
}

/** The names of the rows that only feedctl's own service has. */
export function ownFields(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.own);
}
