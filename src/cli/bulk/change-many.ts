import type { FeedClient } from '../../client/index.js';
import { type NameRequest, resolveIds } from '../lookup/resolve-names.js';
import type { Output } from '../output/output.js';
import type { View } from '../output/view.js';
import type { Context } from '../verbs/context.js';
import { each, type Outcome, throwFailures } from './each.js';
import { expandIds } from './read-input.js';

export interface ManyChanges {
  /** The kind of the ids. */
  request: NameRequest;
  /** Prints the rows. */
  output: Output;
  view: View;
  /** Makes the change and returns its row. */
  send(client: FeedClient, id: string): Promise<object>;
}

/**
 * Applies the same change to each id on standard input and prints a row for each success.
 *
 * @throws {CliError} exit code 8 when some failed
 */
export async function changeMany(
  context: Context,
  { request, output, view, send }: ManyChanges,
): Promise<undefined> {
  const ids = await resolveIds(context, await expandIds(context, ['-']), request);
  const client = await context.client();
  const outcomes: Outcome<object>[] = [];
  async function* rows() {
    for await (const outcome of each(ids, (id) => send(client, id))) {
      outcomes.push(outcome);
      if ('value' in outcome) yield outcome.value;
    }
  }
  await output.rows(rows(), view);
  throwFailures(outcomes, { done: 'changed', many: view.many });
}
