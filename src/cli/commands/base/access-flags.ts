import { UsageError } from '../../kit/index.js';
import {
  type AccessChanges,
  type AccessReferences,
  checkReference,
  headerReference,
  type Wanted,
} from '../../sources/secret-reference.js';

type Typed = Readonly<Record<string, unknown>>;

/** Removes a value with `feeds update`. */
const NONE = 'none';

/** `accessOptions`, as typed. */
interface AccessFlags {
  header: readonly string[];
  cookie: string | undefined;
  basicAuth: string | undefined;
  userAgent: string | undefined;
  sourceProxy: string | undefined;
}

/**
 * The given flags as fields of the service; undefined when there are none.
 *
 * @throws {UsageError} for a secret on the command line, without the secret
 */
export function accessChanges(typed: Typed): AccessChanges | undefined {
  const { header = [], cookie, basicAuth, userAgent, sourceProxy } = typed as Partial<AccessFlags>;
  const changes = {
    ...(header.length > 0 && { headers: headersOf(header) }),
    ...(cookie !== undefined && { cookie: wanted(cookie, '--cookie') }),
    ...(basicAuth !== undefined && { basic_auth: wanted(basicAuth, '--basic-auth') }),
    ...(userAgent !== undefined && { user_agent: userAgent === NONE ? null : userAgent }),
    ...(sourceProxy !== undefined && { proxy: wanted(sourceProxy, '--source-proxy') }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function headersOf(given: readonly string[]): Record<string, Wanted> {
  const found = new Map<string, Wanted>();
  for (const one of given) {
    const [name, reference] = headerReference(one, '--header');
    const key = name.toLowerCase();
    if (found.has(key)) throw new UsageError(`--header ${name}: was given more than once.`);
    found.set(key, wanted(reference, `--header '${name}:'`));
  }
  return Object.fromEntries(found);
}

function wanted(typed: string, flag: string): Wanted {
  return typed === NONE ? null : checkReference(typed, flag);
}

/** For a new feed, which has nothing to remove. @throws {UsageError} for `none` */
export function newAccess(typed: Typed): AccessReferences | undefined {
  const { headers, ...others } = accessChanges(typed) ?? {};
  const values = [...Object.values(headers ?? {}), ...Object.values(others)];
  if (values.length === 0) return undefined;
  if (values.includes(null)) {
    throw new UsageError(`"${NONE}" removes a value of an existing feed; a new feed has none.`);
  }
  return {
    ...withoutNull(others),
    ...(headers !== undefined && { headers: withoutNull(headers) }),
  };
}

function withoutNull(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string'),
  );
}

/** The flags that were given, to be typed again; they hold no secrets. */
export function accessFlags(typed: Typed): string[] {
  const { headers = {}, ...others } = accessChanges(typed) ?? {};
  const names: Readonly<Record<string, string>> = {
    basic_auth: '--basic-auth',
    user_agent: '--user-agent',
    proxy: '--source-proxy',
  };
  return [
    ...Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value ?? NONE}`,
    ]),
    ...Object.entries(others).flatMap(([name, value]) => [
      names[name] ?? `--${name}`,
      String(value ?? NONE),
    ]),
  ];
}
