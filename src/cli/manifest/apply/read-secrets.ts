import type { UpdateSourceAccess } from '../../../client/index.js';
import { readSecret, resolveAccess } from '../../bulk/resolve-access.js';
import { UsageError } from '../../kit/index.js';
import { isNews, type SourceSpec } from '../../sources/model.js';
import { type AccessChanges, parseReference } from '../../sources/secret-reference.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';

/**
 * Reads each secret of feeds, or of changes of feeds, once, before anything else is done. On a
 * terminal, it asks for variables that are not set.
 *
 * @returns the secrets by feed or change, for those that have some
 * @throws {UsageError} that names every secret that cannot be read, and its feed
 */
export async function readSecrets<T extends { source: SourceSpec; access?: AccessChanges }>(
  context: Context,
  feeds: readonly T[],
): Promise<ReadonlyMap<T, UpdateSourceAccess>> {
  const secrets = new Map<T, UpdateSourceAccess>();
  const known = new Map<string, string>();
  const problems: string[] = [];
  for (const feed of feeds) {
    if (feed.access === undefined) continue;
    const name = sourceName(feed.source);
    const read = async (reference: string, what: string) => {
      const value = known.get(reference) ?? (await secretOf(context, reference, what, name));
      known.set(reference, value);
      return value;
    };
    try {
      secrets.set(
        feed,
        await resolveAccess(context, feed.access, { read, source: urlOf(feed.source) }),
      );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`${name}: ${error.message}`);
    }
  }
  if (problems.length === 0) return secrets;
  throw new UsageError('The file refers to secrets that cannot be read. Nothing was changed.', {
    detail: problems.join('\n'),
    hint: 'Set the variables or create the files, and run the command again.',
  });
}

function urlOf(source: SourceSpec): string | undefined {
  return isNews(source) ? undefined : source.url;
}

async function secretOf(
  context: Context,
  reference: string,
  what: string,
  source: string,
): Promise<string> {
  const parsed = parseReference(reference);
  const isUnset = parsed?.from === 'variable' && !context.env[parsed.name];
  if (!isUnset || !context.prompts.canAsk) return readSecret(context, reference, what);
  return context.prompts.secret(`${reference}, ${what} for ${source}:`, (typed) =>
    typed === '' ? 'A value is required.' : true,
  );
}
