import { readSecret, resolveAccess, resolveChanges } from '../../bulk/resolve-access.js';
import { UsageError } from '../../kit/index.js';
import { parseReference } from '../../sources/secret-reference.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';
import type { Change, Plan } from '../plan/change.js';

/** The values of one change. */
type Access = Awaited<ReturnType<typeof resolveAccess>>;
type Update = Awaited<ReturnType<typeof resolveChanges>>;

/** The secrets of the changes of a plan. */
export interface PlanSecrets {
  created: ReadonlyMap<Change, Access>;
  updated: ReadonlyMap<Change, Update>;
}

/**
 * Reads the secrets that the changes need, before any change is made. Asks for variables that are
 * not set, on a terminal.
 *
 * @throws {UsageError} that names every secret that cannot be read, and its feed
 */
export async function readSecrets(context: Context, { changes }: Plan): Promise<PlanSecrets> {
  const created = new Map<Change, Access>();
  const updated = new Map<Change, Update>();
  const known = new Map<string, string>();
  const problems: string[] = [];
  for (const change of changes) {
    if (change.kind !== 'feed' || change.action === 'delete') continue;
    const source = sourceName(change.source);
    const read = async (reference: string, what: string) => {
      const value = known.get(reference) ?? (await secretOf(context, reference, what, source));
      known.set(reference, value);
      return value;
    };
    try {
      if (change.action === 'update') {
        const { access } = change;
        if (access !== undefined) updated.set(change, await resolveChanges(context, access, read));
      } else if (change.entry.access !== undefined) {
        created.set(change, await resolveAccess(context, change.entry.access, read));
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`${source}: ${error.message}`);
    }
  }
  if (problems.length === 0) return { created, updated };
  throw new UsageError('The file refers to secrets that cannot be read. Nothing was changed.', {
    detail: problems.join('\n'),
    hint: 'Set the variables or create the files, and run the command again.',
  });
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
