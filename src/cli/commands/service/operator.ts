import { access } from 'node:fs/promises';
import { explained, loadService, type Service } from '../../connection/embedded.js';
import { CliError } from '../../kit/index.js';
import { databasePlace } from '../../profiles/database-place.js';
import type { Context } from '../../verbs/context.js';

const OTHERS = '; those of another account: with --account';

const HINTS: Readonly<Record<string, string>> = {
  ACCOUNT_NOT_FOUND: 'See which accounts there are: feedctl accounts list',
  WEBHOOK_NOT_FOUND: `See which webhooks there are: feedctl service webhooks list${OTHERS}`,
  DELIVERY_NOT_FOUND: `See which deliveries there are: feedctl service webhooks deliveries${OTHERS}`,
  FEED_NOT_FOUND: 'See which feeds there are: feedctl feeds list --all',
  BUNDLE_NOT_FOUND: 'See which bundles there are: feedctl bundles list --all',
};

/**
 * Works on the database of this machine, whatever service the profile in use is for. Only a command
 * that `creates` something makes the database; for any other an absent one is an empty one.
 *
 * @throws {CliError} with the message of what the service says no to
 */
export async function withOperator<T>(
  context: Context,
  work: (service: Service) => Promise<T>,
  { creates = false }: { creates?: boolean } = {},
): Promise<T> {
  const { location, shown, file } = databasePlace(context.env);
  const stored = creates || file === null || (await exists(file));
  const { openService } = await loadService();
  const service = await explained(() =>
    openService({ databasePath: stored ? location : ':memory:', env: context.env }),
  );
  try {
    await noteWhere(context, stored ? shown : null);
    return await explained(() => work(service));
  } catch (error) {
    throw error instanceof CliError ? hinted(error) : error;
  } finally {
    await service.close();
  }
}

/** Who is logged in elsewhere may think that this is about there. */
async function noteWhere({ credentials, notes }: Context, database: string | null): Promise<void> {
  if (database === null) return notes.note('Nothing is stored on this machine yet.');
  const used = await credentials().catch(() => undefined);
  if (used?.kind === 'remote') {
    await notes.note(
      `This is about the service of this machine (${database}), not ${used.baseUrl}.`,
    );
  }
}

function hinted(error: CliError): CliError {
  const hint = error.hint ?? HINTS[error.code];
  if (hint === undefined) return error;
  const { message, exitCode, code, cause } = error;
  return new CliError(message, { exitCode, code, hint, cause });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
