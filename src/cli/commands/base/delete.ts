import type { Deleted, FeedClient } from '../../../client/index.js';
import { printEach } from '../../bulk/each.js';
import { expandIds } from '../../bulk/read-input.js';
import { many } from '../../kit/index.js';
import { resolveNames } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import { defineVerb, type Verb } from '../../verbs/verb.js';
import { confirm } from './confirm.js';

const SAMPLE = [
  { id: 'a1B2c3D4e5F6g7H8', deleted: true },
  {
    id: 'notThere00000000',
    deleted: false,
    error: { message: 'There is no such feed.', code: 'FEED_NOT_FOUND', statusCode: 404 },
  },
];

interface DeleteDefinition {
  one: 'feed' | 'bundle';
  /** What is lost and what is kept, as a sentence. */
  consequence: string;
  exampleIds: readonly [string, string];
  send(client: FeedClient, id: string): Promise<Deleted>;
}

/** `delete ID…`: asks once, continues after a failure and reports each result. */
export function defineDelete({ one, consequence, exampleIds, send }: DeleteDefinition): Verb {
  const noun = `${one}s` as const;
  return defineVerb({
    name: 'delete',
    summary: `Delete ${noun} permanently`,
    description: `Deletes ${noun} permanently. ${consequence} Asks for confirmation on a terminal; elsewhere --yes and full ids are required.`,
    arguments: {
      ids: many('ID', `${noun} to delete; - reads ids from standard input, one per line`),
    },
    examples: {
      [`feedctl ${noun} delete ${exampleIds[0]}`]: `Delete one ${one}, after confirmation`,
      [`feedctl ${noun} delete ${exampleIds.join(' ')} --yes`]:
        'Delete several without confirmation',
    },
    output: SAMPLE,
    reports: true,
    exitCodes: [1, 3, 4, 6, 7, 8],
    async run(context, { ids: given }) {
      const request = { of: noun, verb: 'delete', destroys: true } as const;
      const named = await resolveNames(context, await expandIds(context, given), request);
      const ids = [...new Set(named.map(({ id }) => id))];
      if (ids.length > 0) {
        // Names the full id and the title, because a prefix may have been typed.
        const [{ id = '', title = '' } = {}] = named;
        const only = `${one} ${title === '' ? id : `${id} (${title})`}`;
        const what = ids.length === 1 ? only : `${ids.length} ${noun}`;
        await confirm(context, `Delete ${what} permanently?`, 'Nothing was deleted.');
      }
      const client = await context.client();
      await printEach(ids, {
        output: context.output,
        view: { one: 'result', many: noun, columns: columns('id deleted error.message') },
        work: (id) => send(client, id),
        failed: (id, { message, code, statusCode }) => ({
          ...{ id, deleted: false },
          error: { message, code, statusCode },
        }),
        done: 'deleted',
      });
    },
  });
}
