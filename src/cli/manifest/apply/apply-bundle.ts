import { makeBundle } from '../../bulk/make-bundle.js';
import { CliError } from '../../kit/index.js';
import type { Change, Member } from '../plan/change.js';
import type { Tools } from './tools.js';

/** Finds the id of a member that this run created; undefined when its creation failed. */
export type IdOf = (member: Member) => string | undefined;

type BundleChange<A> = Extract<Change, { kind: 'bundle'; action: A }>;

/** Returns the id of the new bundle. */
export async function createBundle(
  { name, values, add }: BundleChange<'create'>,
  idOf: IdOf,
  tools: Tools,
): Promise<string> {
  const feeds = add.flatMap((member) => idOf(member) ?? []);
  const { id } = await makeBundle(tools.client, { name, feeds, ...values }, tools);
  checkComplete(add.length - feeds.length);
  return id;
}

/** Adds and removes members one by one: no endpoint replaces all members. */
export async function updateBundle(
  { id, values, add, remove }: BundleChange<'update'>,
  idOf: IdOf,
  tools: Tools,
): Promise<string> {
  const { client } = tools;
  if (Object.keys(values).length > 0) await client.updateBundle(id, values);
  let missing = 0;
  for (const member of add) {
    const feed = idOf(member);
    if (feed === undefined) missing += 1;
    else await client.addFeedToBundle(id, feed);
  }
  for (const { feedId } of remove) {
    if (feedId !== undefined) await client.removeFeedFromBundle(id, feedId);
  }
  checkComplete(missing);
  return id;
}

function checkComplete(missing: number): void {
  if (missing === 0) return;
  const [members, their] =
    missing === 1 ? ['1 member is', 'its feed'] : [`${missing} members are`, 'their feeds'];
  throw new CliError(`${members} still missing: ${their} could not be created.`, {
    exitCode: 8,
    code: 'MEMBERS_MISSING',
  });
}
