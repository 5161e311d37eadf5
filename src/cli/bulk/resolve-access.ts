import type { SourceAccess, UpdateSourceAccess } from '../../client/index.js';
import { UsageError } from '../kit/index.js';
import { cookiesFor } from '../sources/cookies-file.js';
import {
  ACCESS_FIELDS,
  ACCESS_NAMES,
  type AccessChanges,
  type AccessReferences,
  parseReference,
  secretGiven,
} from '../sources/secret-reference.js';
import type { Context } from '../verbs/context.js';
import { readTextInput } from './read-input.js';

/** Maximum size of a file with one secret: larger than every accepted value. */
export const MAX_SECRET_BYTES = 16 * 1024;

/** Maximum size of a browser's cookies.txt, which has the cookies of all sites. */
const MAX_COOKIES_BYTES = 4 * 1024 * 1024;

/** What is needed to read secrets. */
type SecretContext = Pick<Context, 'env' | 'streams' | 'signal'>;

/** Reads the secret of a reference; `what` is for messages, such as "the cookie". */
type ReadSecret = (reference: string, what: string) => Promise<string>;

interface ResolveOptions {
  read?: ReadSecret;
  /** Address that the values are for, which selects the cookies in a browser's file. */
  source?: string | undefined | (() => Promise<string | undefined>);
}

/**
 * Replaces references by their values; null stays null. @throws {UsageError} if one cannot be read
 */
export async function resolveAccess(
  context: SecretContext,
  references: AccessReferences,
  options?: ResolveOptions,
): Promise<SourceAccess>;
export async function resolveAccess(
  context: SecretContext,
  references: AccessChanges,
  options?: ResolveOptions,
): Promise<UpdateSourceAccess>;
export async function resolveAccess(
  context: SecretContext,
  { headers, ...fields }: AccessChanges,
  { read = (reference, what) => readSecret(context, reference, what), source }: ResolveOptions = {},
): Promise<UpdateSourceAccess> {
  const named: Record<string, string | null> = {};
  for (const [name, reference] of Object.entries(headers ?? {})) {
    named[name] = reference && (await read(reference, `the header ${name}`));
  }
  const values: Partial<Record<keyof typeof fields, string | null>> = {};
  for (const name of ACCESS_NAMES) {
    const { [name]: reference } = fields;
    const { secret } = ACCESS_FIELDS[name];
    if (reference === undefined) continue;
    const value =
      reference && secret ? (secretGiven(reference) ?? (await read(reference, secret))) : reference;
    values[name] = name === 'cookie' && value ? await cookiesOf(value, source) : value;
  }
  return { ...(headers !== undefined && { headers: named }), ...values };
}

/** The cookies of a value: the text itself, or those for the source in a browser's cookies.txt. */
export async function cookiesOf(value: string, source: ResolveOptions['source']): Promise<string> {
  if (!value.includes('\t')) return value;
  const address = typeof source === 'function' ? await source() : source;
  const cookies = address === undefined ? null : cookiesFor(value, address, Date.now());
  if (cookies === null) return value;
  if (cookies !== '') return cookies;
  throw new UsageError(
    `The file of cookies has no valid cookie for ${new URL(address ?? '').hostname}.`,
    { hint: 'Open the page in the browser, sign in, and export its cookies again.' },
  );
}

/**
 * The secret of a reference, without the line end after it.
 *
 * @throws {UsageError} when it cannot be read or is empty; without its value
 */
export async function readSecret(
  context: SecretContext,
  reference: string,
  what: string,
): Promise<string> {
  const parsed = parseReference(reference);
  if (parsed === null) throw new Error('A reference was not checked.');
  if (parsed.from === 'variable') {
    const value = context.env[parsed.name];
    if (value !== undefined && value !== '') return value;
    throw new UsageError(
      `The environment variable ${parsed.name} is not set, but ${what} is read from it.`,
      { hint: `Set it, for example: read -rs ${parsed.name} && export ${parsed.name}` },
    );
  }
  const limit = what === ACCESS_FIELDS.cookie.secret ? MAX_COOKIES_BYTES : MAX_SECRET_BYTES;
  const path = parsed.from === 'stdin' ? '-' : parsed.path;
  const value = (await readTextInput(context, path, limit)).replace(/\r?\n$/, '');
  const name = path === '-' ? 'Standard input' : path;
  if (value === '') throw new UsageError(`${name} is empty, but ${what} is read from it.`);
  return value;
}
