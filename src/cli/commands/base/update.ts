import type { FeedClient } from '../../../client/index.js';
import { longFlag, type OptionSpecs, type OptionValues, one, UsageError } from '../../kit/index.js';
import type { RecordView, View } from '../../output/view.js';
import { defineVerb, type Example, type Verb } from '../../verbs/verb.js';

export interface UpdateDefinition<O extends OptionSpecs> {
  noun: 'feeds' | 'bundles';
  one: string;
  description: string;
  /** An option for each field that can be changed. */
  fields: O;
  view: RecordView;
  /** For the ids that come through a pipe; absent where only one is taken. */
  rows?: View;
  sample: object;
  examples: readonly [Example, ...Example[]];
  send(client: FeedClient, id: string, changes: Partial<OptionValues<O>>): Promise<object>;
}

/** `update ID --field VALUE…`: only the fields given change. */
export function defineUpdate<O extends OptionSpecs>(definition: UpdateDefinition<O>): Verb {
  const { noun, one: single, fields, view, rows, sample, examples, send } = definition;
  const piped = rows === undefined ? '' : '; - reads ids from a pipe, one a line';
  return defineVerb({
    name: 'update',
    summary: `Change how a ${single} is shown`,
    description: definition.description,
    arguments: { id: one('ID', `the ${single} to change${piped}`) },
    options: fields,
    examples,
    output: sample,
    exitCodes: [3, 4, 5, 6, 7, ...(rows === undefined ? [] : ([8] as const))],
    async run(context, { id: typed }, values) {
      const { resolveName } = await import('../../lookup/resolve-names.js');
      const changes = given<O>(values);
      if (Object.keys(changes).length === 0) {
        throw new UsageError('Nothing to change was given.', {
          hint: `Give at least one of ${Object.keys(fields).map(longFlag).join(', ')}.`,
        });
      }
      const request = { of: noun, verb: 'update' } as const;
      if (typed === '-' && rows !== undefined) {
        const { changeMany } = await import('../../bulk/change-many.js');
        const change = { request, output: context.output, view: rows };
        return changeMany(context, { ...change, send: (client, id) => send(client, id, changes) });
      }
      const id = await resolveName(context, typed, request);
      const client = await context.client();
      const changed = await context.during(`Changing the ${single}`, () =>
        send(client, id, changes),
      );
      await context.output.record(changed, view);
      return undefined;
    },
  });
}

/** The options that were given. */
function given<O extends OptionSpecs>(values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<OptionValues<O>>;
}
