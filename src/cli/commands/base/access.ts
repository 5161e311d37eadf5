import { headerNameProblem } from '../../../contract/header-names.js';
import { longFlag, text, texts, UsageError } from '../../kit/index.js';
import {
  ACCESS_FIELDS,
  ACCESS_NAMES,
  type AccessChanges,
  type AccessReferences,
  headerReferences,
  NONE,
  wantedReference,
} from '../../sources/secret-reference.js';

/**
 * Options for headers and secrets of a source. Secrets are never arguments; arguments say where
 * they are.
 */
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

type Typed = Readonly<Record<string, unknown>>;

/** The problem with a header name; it names the flag to use instead. */
const accessProblem = (name: string) =>
  headerNameProblem(name, (field) => `--${field.replace('_', '-')}`);

/**
 * The given flags as fields of the service; undefined if there are none.
 *
 * @throws {UsageError} for a secret on the command line, without repeating it
 */
export function accessChanges(typed: Typed): AccessChanges | undefined {
  const given = ACCESS_NAMES.flatMap((name) => {
    const { option, secret } = ACCESS_FIELDS[name];
    const value = typed[option];
    if (typeof value !== 'string') return [];
    const isLiteral = secret === undefined && value !== NONE;
    return [[name, isLiteral ? value : wantedReference(value, longFlag(option))]];
  });
  const headers = (typed.header ?? []) as readonly string[];
  const changes = {
    ...(headers.length > 0 && { headers: headerReferences(headers, accessProblem) }),
    ...Object.fromEntries(given),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The fields of a new feed, which has nothing to remove. @throws {UsageError} for `none` */
export function newAccess(typed: Typed): AccessReferences | undefined {
  const changes = accessChanges(typed);
  const { headers = {}, ...others } = changes ?? {};
  if ([...Object.values(headers), ...Object.values(others)].includes(null)) {
    throw new UsageError(`"${NONE}" removes a value of an existing feed; a new feed has none.`);
  }
  // The cast is safe: changes without null are references.
  return changes as AccessReferences | undefined;
}

/** The flags that give these values again; they contain no secrets. */
export function accessFlags({ headers = {}, ...others }: AccessChanges = {}): string[] {
  return [
    ...Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value ?? NONE}`,
    ]),
    ...ACCESS_NAMES.flatMap((name) => {
      const value = others[name];
      return value === undefined ? [] : [longFlag(ACCESS_FIELDS[name].option), value ?? NONE];
    }),
  ];
}
