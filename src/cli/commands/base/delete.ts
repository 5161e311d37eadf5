import type { Deleted, FeedClient } from '../../../client/index.js';
import type { Outcome } from '../../bulk/each.js';
import { many } from '../../kit/index.js';
import type { Resolved } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defineVerb, type Verb } from '../../verbs/verb.js';

const RESULTS: View = {
  one: 'result',
  many: 'results',
  columns: columns('id deleted error.message'),
};

const SAMPLE = [
  { id: 'a1B2c3D4e5F6g7H8', deleted: true },
  {
    id: 'notThere00000000',
    deleted: false,
    error: { message: 'There is no such feed.', code: 'FEED_NOT_FOUND', statusCode: 404 },
  },
];

export interface DeleteDefinition {
  noun: 'feeds' | 'bundles';
  one: string;
  many: string;
  /** A sentence about what is lost and what is kept. */
  consequence: string;
  exampleIds: readonly [string, string];
  send(client: FeedClient, id: string): Promise<Deleted>;
}

/** `delete ID…`: asks once, continues after a failure and reports each result. */
export function defineDelete(definition: DeleteDefinition): Verb {
  const { noun, one, many: plural, consequence, exampleIds, send } = definition;
  return defineVerb({
    name: 'delete',
    summary: `Delete ${plural} permanently`,
    description: `Deletes ${plural} permanently. ${consequence} Asks for confirmation on a terminal; elsewhere --yes and full ids are required.`,
    arguments: {
      ids: many('ID', `${plural} to delete; - reads ids from standard input, one per line`),
    },
    examples: {
      [`feedctl ${noun} delete ${exampleIds[0]}`]: `Delete one ${one}, after confirmation`,
      [`feedctl ${noun} delete ${exampleIds.join(' ')} --yes`]:
        'Delete several without confirmation',
    },
    output: SAMPLE,
    exitCodes: [1, 3, 4, 6, 7, 8],
    async run(context, { ids: given }) {
      const { expandIds } = await import('../../bulk/read-input.js');
      const { resolveNames } = await import('../../lookup/resolve-names.js');
      const { confirm } = await import('./confirm.js');
      const { each, throwFailures } = await import('../../bulk/each.js');
      const typed = await expandIds(context, given);
      const request = { of: noun, verb: 'delete', destroys: true } as const;
      const named = await resolveNames(context, typed, request);
      const ids = [...new Set(named.map(({ id }) => id))];
      const what = ids.length === 1 ? `${one} ${called(named[0])}` : `${ids.length} ${plural}`;
      if (ids.length > 0) {
        await confirm(context, `Delete ${what} permanently?`, 'Nothing was deleted.');
      }
      const client = await context.client();
      const outcomes: Outcome<Deleted>[] = [];
      async function* results() {
        for await (const outcome of each(ids, (id) => send(client, id))) {
          outcomes.push(outcome);
          yield resultOf(outcome);
        }
      }
      await context.output.rows(results(), RESULTS);
      throwFailures(outcomes, { done: 'deleted', many: plural });
      return undefined;
    },
  });
}

/** Shows the full id and title, because the user may have typed an id prefix. */
function called(named: Resolved | undefined): string {
  if (named === undefined) return '';
  return named.title ? `${named.id} (${named.title})` : named.id;
}

function resultOf(outcome: Outcome<Deleted>): object {
  if ('value' in outcome) return outcome.value;
  const { message, code, statusCode } = outcome.failure.description;
  return { id: outcome.id, deleted: false, error: { message, code, statusCode } };
}
