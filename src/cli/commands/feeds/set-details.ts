import { ApiError } from '../../../client/errors.js';
import type { Feed, FeedClient } from '../../../client/index.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import type { Fields } from '../../../resources/field.js';
import { describe } from '../../errors/describe.js';
import { accountFlags, CliError, shellCommand } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import type { AccessChanges } from '../../sources/secret-reference.js';
import type { Context } from '../../verbs/context.js';
import { accessFlags } from '../base/access.js';
import { fieldFlags } from '../base/index.js';
import { sendChanges } from '../base/send-changes.js';

/** Rows that POST accepts: they are set at creation. */
const CREATED: readonly string[] = Object.entries(FEED_FIELDS as Fields).flatMap(
  ([name, { creates, request }]) => (creates && request !== 'settings' ? [name] : []),
);

/**
 * Sets the fields of a new feed that POST does not accept. An existing feed does not change; a note
 * prints the commands that change it.
 *
 * @throws {CliError} with the id of the created feed if a value could not be set
 */
export async function setDetails(
  context: Context,
  client: FeedClient,
  { feed, created }: { feed: Feed; created: boolean },
  values: FeedValues,
): Promise<Feed> {
  const given = Object.entries(values).filter(([name]) => !CREATED.includes(name));
  if (given.length === 0) return feed;
  const left: FeedValues = Object.fromEntries(given);
  const command = shellCommand([
    ...['feedctl', 'feeds', 'update', feed.id, ...fieldFlags(left)],
    ...accountFlags(context.globals),
  ]);
  if (!created) {
    await context.notes.note(`The existing feed was not changed. To change it: ${command}`);
    return feed;
  }
  try {
    const { note } = await sendChanges(client, feed.id, left);
    if (note !== null) await context.notes.note(note);
    return await client.getFeed(feed.id);
  } catch (error) {
    const { message, code, exitCode } = describe(error);
    throw new CliError(
      `Feed ${feed.id} was created, but not all its details could be set: ${message}`,
      {
        exitCode,
        code,
        hint: `To set them: ${command}`,
        cause: error,
      },
    );
  }
}

/**
 * Explains FEED_EXISTS for other selectors, filters or secrets, with the command that gives them to
 * that feed.
 */
export function explainOther(
  error: unknown,
  values: FeedValues,
  access: AccessChanges | undefined,
): unknown {
  if (!(error instanceof ApiError) || error.code !== 'FEED_EXISTS') return error;
  if (error.next?.operation !== 'updateFeed') return error;
  const { id = '', fields = [] } = error.next;
  const isWanted = ([name]: [string, unknown]) => fields.includes(name);
  const wanted = Object.fromEntries(Object.entries(values).filter(isWanted));
  const flags = [...fieldFlags(wanted), ...(fields.includes('access') ? accessFlags(access) : [])];
  return new CliError(error.message, {
    exitCode: 5,
    code: 'FEED_EXISTS',
    hint: `To change them: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
    cause: error,
  });
}
