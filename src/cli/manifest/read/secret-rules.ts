import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { MAX_SECRET_BYTES } from '../../bulk/resolve-access.js';
import type { FeedEntry } from '../../sources/model.js';
import { invalidFile, type Problem } from '../../sources/problem.js';
import {
  type AccessReferences,
  parseReference,
  SECRET_PREFIX,
} from '../../sources/secret-reference.js';

/**
 * The secrets that a file may read: from files in its own folder, and from variables with the
 * prefix. Often somebody else wrote the file, and it also says where the secrets are sent.
 */
export interface SecretRules {
  /** Further variables that it may read. */
  allowEnv?: readonly string[];
  /** True if it may read nothing, because `--allow-secrets` was not given. */
  isForbidden?: boolean;
}

interface CheckedFile {
  /** Path as the user typed it; `-` for standard input. */
  path: string;
  /** Name for messages. */
  name: string;
  /**
   * The command for a user who trusts the file; null if there is none. @param flags that allow what
   * is refused, for commands that have them
   */
  trustingCommand(flags: readonly string[]): string | null;
}

/**
 * Checks the references of the feeds of a file by the rules.
 *
 * @returns the feeds; their references to files have real paths
 * @throws {CliError} INVALID_FILE with the position of every refused reference
 */
export function checkSecrets<T extends Pick<FeedEntry, 'access' | 'at'>>(
  feeds: readonly T[],
  file: CheckedFile,
  rules: SecretRules = {},
): T[] {
  const checked = new Map<string, Checked>();
  const variables = new Set<string>();
  const problems: Problem[] = [];
  for (const { reference, what, at } of feeds.flatMap((feed) => feed.at.secrets ?? [])) {
    const result = checked.get(reference) ?? check(reference, file, rules);
    checked.set(reference, result);
    if (result.problem === undefined) continue;
    problems.push({ at, message: `${what} is read from ${reference}, ${result.problem}` });
    if (result.variable !== undefined) variables.add(result.variable);
  }
  if (problems.length > 0) {
    throw invalidFile(file.name, problems, hintFor(file, rules, [...variables]));
  }
  return feeds.map((feed) => {
    const { access } = feed;
    return access === undefined ? feed : { ...feed, access: resolved(access, checked) };
  });
}

/** A reference with its real path, or the reason for its refusal. */
type Checked = { reference: string; problem?: never } | { problem: string; variable?: string };

function check(
  reference: string,
  { path }: CheckedFile,
  { allowEnv = [], isForbidden = false }: SecretRules,
): Checked {
  const parsed = parseReference(reference);
  if (parsed?.from === 'variable') {
    const { name } = parsed;
    const isAllowed = name.startsWith(SECRET_PREFIX) || allowEnv.includes(name);
    if (isAllowed && !isForbidden) return { reference };
    return {
      problem: isForbidden
        ? FORBIDDEN
        : `but a file may read only variables that begin with ${SECRET_PREFIX}`,
      ...(!isAllowed && { variable: name }),
    };
  }
  if (isForbidden) return { problem: FORBIDDEN };
  return parsed?.from === 'file' ? fileIn(folderOf(path), parsed.path) : { reference };
}

const FORBIDDEN = 'but a build reads no secrets without --allow-secrets';

function folderOf(path: string): string {
  return realpathSync(path === '-' ? '.' : dirname(resolve(path)));
}

/** Finds a file relative to the folder, or to the working directory as in earlier versions. */
function fileIn(folder: string, typed: string): Checked {
  const isInside = (path: string) => {
    const way = relative(folder, path);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  const paths = [resolve(folder, typed), resolve(typed)];
  const found = paths.map(realPath).filter((path) => path !== null);
  const real = found.find(isInside);
  if (real !== undefined) {
    const facts = statSync(real);
    if (!facts.isFile()) return { problem: 'which is not a regular file' };
    if (facts.size > MAX_SECRET_BYTES) {
      return { problem: `which is larger than ${MAX_SECRET_BYTES / 1024} KiB` };
    }
    return { reference: `@${real}` };
  }
  const missing = paths.find(isInside);
  // A file that is missing now is reported when it is needed.
  if (found.length === 0 && missing !== undefined) return { reference: `@${missing}` };
  return { problem: 'which is outside the folder of this file' };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function resolved(
  { headers, ...others }: AccessReferences,
  checked: ReadonlyMap<string, Checked>,
): AccessReferences {
  const inRecord = <R extends Readonly<Record<string, string | undefined>>>(record: R): R => {
    const entries = Object.entries(record).map(([name, value = '']) => {
      const result = checked.get(value);
      return [name, result?.problem === undefined ? (result?.reference ?? value) : value];
    });
    return Object.fromEntries(entries) as R;
  };
  return { ...inRecord(others), ...(headers !== undefined && { headers: inRecord(headers) }) };
}

function hintFor(
  { trustingCommand }: CheckedFile,
  { allowEnv = [], isForbidden = false }: SecretRules,
  variables: readonly string[],
): string {
  const command = trustingCommand([
    ...(isForbidden ? ['--allow-secrets'] : []),
    ...(variables.length > 0 ? [...allowEnv, ...variables] : []).flatMap((name) => [
      '--allow-env',
      name,
    ]),
  ]);
  return command === null
    ? 'Nothing was changed. Keep secrets in files of at most 16 KiB next to this file, named as in @cookie.txt, or in variables.'
    : `Nothing was changed. If you trust the file: ${command}`;
}
