/**
 * The type of a value. Each part of feedctl has one table by kind: the contract its schema, the
 * command line its flags, the dashboard its input. A setting of a known kind needs no code there.
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
  /** A length of time such as `30d`, or `none`; stored in milliseconds. */
  | 'duration'
  /** Hours of the day such as `22:00-06:00 Europe/Berlin`, or `none`. */
  | 'hours'
  /** `{ include, exclude }`. */
  | 'filters'
  /** CSS selectors of the generator. */
  | 'selectors'
  /** What a feed makes of its page: `changes` for its changes, otherwise its list. */
  | 'mode'
  /** Which document of an address is read: `auto`, `html` or `feed`. */
  | 'document'
  /** Whether a browser opens the page: `auto`, `always` or `never`. */
  | 'render'
  | 'steps'
  /** Headers, cookies and passwords of a source; files hold references to them. */
  | 'access';

/** Which request changes a field: POST of a feed only, PATCH of a feed, or PATCH of its settings. */
export type Request = 'create' | 'metadata' | 'settings';

/** The headings of the flags of a feed, in their order. */
export const OPTION_GROUPS = [
  'Source',
  'Items',
  'Full texts',
  'Schedule',
  'Title and icon',
  'Older items',
  'Access to the source',
  'Browser of the service',
  'Further settings',
  'Bundle and webhooks',
  'Many feeds',
] as const;
export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** One setting of a feed or a bundle, as plain data. Its name is the key of its row. */
export interface Field {
  kind: Kind;
  /** Description without a full stop, for the reference, the client's types and forms. */
  doc: string;
  /** Set if only feedctl's own service has it. */
  own?: true;
  request: Request;
  /** The column of `feeds` that stores it; default: the column of its name. */
  column?: string;
  /** Set if readers of a published feed see it: a change then raises the revision. */
  published?: true;
  /** Set if POST accepts it: for every source, or only for those with an address. */
  creates?: 'any' | 'url';
  /**
   * The value that means "not set" in requests and files; answers leave an unset extension out.
   * Absent: the field always has a value.
   */
  none?: null | string | false | readonly never[];
  /** Meaning of an unset field, to complete "none: …". */
  noneMeans?: string;
  sample: unknown;
  /** The heading of its flags in the full help. */
  group: OptionGroup;
  /** Label in forms and tables. */
  label: string;
  flag: {
    /** Long flags without dashes; the first one is printed. A kind with several flags names its own. */
    names: readonly [string, ...string[]];
    placeholder?: string;
    help?: string;
  };
}

export type Fields = Readonly<Record<string, Field>>;

/** Names of the rows that have all these properties. */
export type Having<F extends Fields, Facts extends Partial<Field>> = {
  [Name in keyof F]: F[Name] extends Facts ? Name : never;
}[keyof F] &
  string;

/**
 * The names of the rows that have all these properties, such as `{ request: 'settings', own: true
 * }`.
 */
export function having<F extends Fields, const Facts extends Partial<Field>>(
  fields: F,
  facts: Facts,
): Having<F, Facts>[] {
  const wanted = Object.entries(facts) as [keyof Field, unknown][];
  return Object.keys(fields).filter((name) =>
    wanted.every(([fact, value]) => fields[name]?.[fact] === value),
  ) as Having<F, Facts>[];
}
