import type { FeedClient } from '../../../client/index.js';
import { printEach } from '../../bulk/each.js';
import { expandIds } from '../../bulk/read-input.js';
import { givenKeys, longFlag, UsageError } from '../../kit/index.js';
import { type NameRequest, resolveIds } from '../../lookup/resolve-names.js';
import type { Output } from '../../output/output.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';

/** Flags that an error lists as examples, for verbs that have them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  title: 'TEXT',
  name: 'NAME',
  every: '15m',
  requestsPerMinute: '120',
  feeds: '500',
};

/**
 * @param values of the options
 * @param verb such as `feeds update`
 * @throws {UsageError} if no option was given
 */
export function refuseNoChanges(values: Readonly<Record<string, unknown>>, verb: string): void {
  if (givenKeys(values).length > 0) return;
  const known = Object.entries(EXAMPLES).filter(([key]) => Object.hasOwn(values, key));
  const examples = known.slice(0, 2).map(([key, value]) => `${longFlag(key)} ${value}`);
  throw new UsageError('Nothing to change.', {
    hint: `For example: ${examples.join(', ')}. All: feedctl help ${verb}`,
  });
}

/**
 * Makes the same change to each id on standard input, and prints a row for each.
 *
 * @param send makes the change and returns the row
 * @throws {CliError} exit code 8 when some failed
 */
export async function changePiped(
  context: Context,
  request: NameRequest,
  options: {
    output: Output;
    view: View;
    send(client: FeedClient, id: string): Promise<object>;
  },
): Promise<undefined> {
  const ids = await resolveIds(context, await expandIds(context, ['-']), request);
  const client = await context.client();
  const work = (id: string) => options.send(client, id);
  await printEach(ids, { ...options, work, done: 'changed' });
}
