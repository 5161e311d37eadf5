import { text, texts, UsageError } from '../../kit/index.js';
import {
  type AccessChanges,
  type AccessReferences,
  checkReference,
  headerReference,
} from '../../sources/secret-reference.js';

/** What a source needs beside its address. Secrets are never arguments, only where they are. */
export const accessOptions = {
  header: texts(
    "'NAME: FROM'",
    'request header for the source; the value is in @FILE, env:NAME or - (standard input)',
  ),
  cookie: text('FROM', 'cookies for the source, such as a=b; c=d, in the same places'),
  basicAuth: text('FROM', 'user:password for the source, in the same places'),
  userAgent: text('TEXT', 'User-Agent for the source'),
  sourceProxy: text('FROM', 'HTTP proxy for this feed, in the same places; owner account only'),
};

/** Removes a value with `feeds update`. */
const NONE = 'none';

/** The flags of one value: its option, its name in the service, and whether it is a secret. */
const VALUES = [
  ['cookie', '--cookie', 'cookie', true],
  ['basicAuth', '--basic-auth', 'basic_auth', true],
  ['userAgent', '--user-agent', 'user_agent', false],
  ['sourceProxy', '--source-proxy', 'proxy', true],
] as const;

type Typed = Readonly<Record<string, unknown>>;

/**
 * The given flags as fields of the service; undefined when there are none.
 *
 * @throws {UsageError} for a secret on the command line, without the secret
 */
export function accessChanges(typed: Typed): AccessChanges | undefined {
  const given = VALUES.flatMap(([option, flag, name, isSecret]) => {
    const value = typed[option];
    return typeof value === 'string' ? [[name, wanted(value, flag, isSecret)]] : [];
  });
  const headers = (typed.header ?? []) as readonly string[];
  const changes = {
    ...(headers.length > 0 && { headers: headersOf(headers) }),
    ...Object.fromEntries(given),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function headersOf(given: readonly string[]): Record<string, string | null> {
  const found = new Map<string, string | null>();
  for (const one of given) {
    const [name, reference] = headerReference(one, '--header');
    const key = name.toLowerCase();
    if (found.has(key)) throw new UsageError(`--header ${name}: was given more than once.`);
    found.set(key, wanted(reference, `--header '${name}:'`, true));
  }
  return Object.fromEntries(found);
}

function wanted(typed: string, flag: string, isSecret: boolean): string | null {
  if (typed === NONE) return null;
  return isSecret ? checkReference(typed, flag) : typed;
}

/** For a new feed, which has nothing to remove. @throws {UsageError} for `none` */
export function newAccess(typed: Typed): AccessReferences | undefined {
  const changes = accessChanges(typed);
  const { headers = {}, ...others } = changes ?? {};
  if ([...Object.values(headers), ...Object.values(others)].includes(null)) {
    throw new UsageError(`"${NONE}" removes a value of an existing feed; a new feed has none.`);
  }
  // Without null, changes are references.
  return changes as AccessReferences | undefined;
}

/** The flags that were given, to be typed again; they hold no secrets. */
export function accessFlags(typed: Typed): string[] {
  const { headers = {}, ...others } = accessChanges(typed) ?? {};
  return [
    ...Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value ?? NONE}`,
    ]),
    ...VALUES.flatMap(([, flag, name]) => {
      const value = others[name];
      return value === undefined ? [] : [flag, value ?? NONE];
    }),
  ];
}
