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

/** Rows that POST takes: they are set when the feed is new. */
const CREATED: readonly string[] = Object.entries(FEED_FIELDS as Fields).flatMap(
  ([name, { creates, request }]) => (creates && request !== 'settings' ? [name] : []),
);

/**
 * Sets what POST does not take of a new feed. An existing feed is not changed; a note prints the commands
 * that change it.
 *
 * @throws {CliError} with the id of the created feed when a value could not be set
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

/** Explains FEED_EXISTS with other selectors, filters or secrets in terms of the command line. */
export function explainOther(
  error: unknown,
  values: FeedValues,
  access: AccessChanges | undefined,
): unknown {
  if (!(error instanceof ApiError) || error.code !== 'FEED_EXISTS') return error;
  const id = /\bfeed ([0-9A-Za-z]{16})\b/.exec(error.message)?.[1];
  const other = / with other (selectors|filters|access)\b/.exec(error.message)?.[1];
  if (id === undefined || other === undefined) return error;
  const { selectors, filters } = values;
  const known = {
    selectors: [
      `of this page already exists with other selectors: ${id}.`,
      fieldFlags({ selectors }),
    ],
    filters: [`of this source already exists with other filters: ${id}.`, fieldFlags({ filters })],
    access: [
      `of this address already exists with other headers or secrets: ${id}. An account has one feed of an address.`,
      accessFlags(access),
    ],
  } as const;
  const [message, flags] = known[other as keyof typeof known];
  const what = other === 'access' ? 'them' : `its ${other}`;
  return new CliError(`A feed ${message}`, {
    exitCode: 5,
    code: 'FEED_EXISTS',
    hint: `To change ${what}: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
    cause: error,
  });
}
