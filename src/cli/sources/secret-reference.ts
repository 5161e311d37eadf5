import { UsageError } from '../kit/index.js';

/** Where a secret is read from. Only the place is ever printed. */
type SecretReference =
  | { from: 'file'; path: string }
  | { from: 'variable'; name: string }
  | { from: 'stdin' };

/** Of the variables that every account file may read. */
export const SECRET_PREFIX = 'FEEDCTL_SECRET_';

/**
 * What a source may need besides its address and request headers: its option, a short name, and what its
 * secret is called. Files and flags hold references to secrets; the user agent is no secret and stands for itself.
 */
export const ACCESS_FIELDS = {
  cookie: { option: 'cookie', name: 'cookie', secret: 'the cookie' },
  basic_auth: {
    option: 'basicAuth',
    name: 'basic authentication',
    secret: 'the user name and password',
  },
  user_agent: { option: 'userAgent', name: 'user agent', secret: undefined },
  proxy: { option: 'sourceProxy', name: 'proxy', secret: 'the proxy' },
} as const;

export const ACCESS_NAMES = Object.keys(ACCESS_FIELDS) as (keyof typeof ACCESS_FIELDS)[];

type Access<T> = { [K in keyof typeof ACCESS_FIELDS]?: T | undefined } & {
  /** By name of the header. */
  headers?: Readonly<Record<string, T>> | undefined;
};

export type AccessReferences = Access<string>;

/** A reference, or null to remove the value. */
type Wanted = string | null;

/** A reference, and what is read from it, for messages: such as "the cookie". */
export interface Reference {
  reference: string;
  what: string;
}

/** All references, with the paths of their fields. */
export function referencesIn({ headers = {}, ...others }: AccessReferences = {}): (Reference & {
  path: readonly string[];
})[] {
  return [
    ...Object.entries(headers).map(([name, reference]) => {
      return { reference, what: `the header ${name}`, path: ['headers', name] };
    }),
    ...ACCESS_NAMES.flatMap((name) => {
      const { [name]: reference } = others;
      const { secret: what } = ACCESS_FIELDS[name];
      return reference === undefined || what === undefined
        ? []
        : [{ reference, what, path: [name] }];
    }),
  ];
}

/** Changes of an existing feed: null removes a value, what is absent stays. */
export type AccessChanges = Access<Wanted>;

/** Marks a secret that a file had in an address; neither a file nor a flag can begin with it. */
const GIVEN = '\0';

/** In place of a reference: a secret that is already known, such as the password in an address. */
export function givenSecret(secret: string): string {
  return GIVEN + secret;
}

/** The secret of `givenSecret`; null for a reference. */
export function secretGiven(text: string): string | null {
  return text.startsWith(GIVEN) ? text.slice(GIVEN.length) : null;
}

/**
 * Moves the user name and password of an address into a secret, so that no output shows them.
 *
 * @returns null for an address without them
 */
export function withoutCredentials(address: string): { address: string; secret: string } | null {
  const [, scheme, login, rest] = /^(\s*https?:\/\/)([^/?#\s]*)@(.*)$/is.exec(address) ?? [];
  if (login === undefined) return null;
  const [user = '', ...password] = login.split(':').map(decodedReference);
  return { address: `${scheme}${rest}`, secret: givenSecret(`${user}:${password.join(':')}`) };
}

function decodedReference(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads `@FILE`, `env:NAME` and `-`; null for any other text, which may be a secret itself. */
export function parseReference(text: string): SecretReference | null {
  if (text === '-') return { from: 'stdin' };
  const variable = /^env:([A-Za-z_]\w*)$/.exec(text)?.[1];
  if (variable !== undefined) return { from: 'variable', name: variable };
  return /^@./.test(text) ? { from: 'file', path: text.slice(1) } : null;
}

/** Checks a reference of a flag. @throws {UsageError} without the text, which may be a secret */
function checkReference(text: string, flag: string): string {
  if (parseReference(text) !== null) return text;
  throw new UsageError(
    `${flag} takes no secret on the command line, where other users of this machine can see it.`,
    { hint: `Read it from a file, a variable or standard input: ${flag} @FILE, env:NAME or -` },
  );
}

/** What a flag takes to remove a value. */
export const NONE = 'none';

/** A reference of a flag; null to remove the value. @throws {UsageError} as `checkReference` */
export function wantedReference(typed: string, flag: string): Wanted {
  return typed === NONE ? null : checkReference(typed, flag);
}

/**
 * The `NAME: FROM` of each --header, by the name in lower case.
 *
 * @param problemOf what is wrong with a name; null for nothing
 * @throws {UsageError} for an invalid name, a name given twice, and a literal value
 */
export function headerReferences(
  given: readonly string[],
  problemOf: (name: string) => string | null,
): Record<string, Wanted> {
  const found = new Map<string, Wanted>();
  for (const text of given) {
    const at = text.indexOf(':');
    const name = text.slice(0, Math.max(0, at)).trim();
    const problem = problemOf(name);
    // Also without a colon: no header has an empty name.
    if (problem === 'is not the name of a header') {
      throw new UsageError('--header takes the name of a header and where its value is.', {
        hint: "For example: --header 'X-Token: env:EXAMPLE_TOKEN'",
      });
    }
    if (problem !== null) throw new UsageError(`--header: the header ${name} ${problem}.`);
    const key = name.toLowerCase();
    if (found.has(key)) throw new UsageError(`--header ${name}: was given more than once.`);
    found.set(key, wantedReference(text.slice(at + 1).trim(), `--header '${name}:'`));
  }
  return Object.fromEntries(found);
}

/** One line for people: which values there are, without the values. */
export function accessSummary(access: AccessReferences | undefined): string | null {
  const { headers = {}, ...values } = access ?? {};
  const parts = [
    ...Object.keys(headers)
      .map((name) => `header ${name.toLowerCase()}`)
      .sort(),
    ...ACCESS_NAMES.filter((name) => values[name] !== undefined).map((name) => {
      const { name: label, secret } = ACCESS_FIELDS[name];
      return secret === undefined ? `${label} ${values[name]}` : label;
    }),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
