import type { FeedClient } from '../../../client/index.js';
import { type OptionSpecs, type OptionValues, one } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import type { RecordView, View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb, type Verb, type VerbFacts } from '../../verbs/verb.js';
import { changePiped, refuseNoChanges } from './changes.js';
import { withFilters } from './views.js';

interface UpdateDefinition<O extends OptionSpecs>
  extends Pick<
    VerbFacts,
    'summary' | 'description' | 'details' | 'common' | 'groups' | 'examples'
  > {
  one: 'feed' | 'bundle';
  /** One option per field that can be changed. */
  fields: O;
  view: RecordView;
  /** View for ids read from standard input; absent when only one id is accepted. */
  rows?: View;
  sample: object;
  /** See `moreOutput` of a verb. */
  more?: () => object;
  /** Reads the options once, and returns the change of one object. */
  prepare(
    context: Context,
    values: OptionValues<O>,
  ): Promise<(client: FeedClient, id: string) => Promise<object>>;
}

/** `update ID --field VALUE…`: changes only the given fields. */
export function defineUpdate<O extends OptionSpecs>(definition: UpdateDefinition<O>): Verb {
  const { one: single, fields, view, rows, sample, more, prepare, ...facts } = definition;
  const piped = rows === undefined ? '' : '; - reads ids from standard input, one per line';
  return defineVerb({
    ...facts,
    name: 'update',
    arguments: { id: one('ID', `the ${single} to change${piped}`) },
    options: fields,
    output: sample,
    ...(more !== undefined && { moreOutput: more }),
    reports: true,
    exitCodes: [3, 4, 5, 6, 7, ...(rows === undefined ? [] : ([8] as const))],
    async run(context, { id: typed }, values) {
      const request = { of: `${single}s`, verb: 'update' } as const;
      refuseNoChanges(values, `${single}s update`);
      const send = await prepare(context, values);
      if (typed === '-' && rows !== undefined) {
        return changePiped(context, request, { output: context.output, view: rows, send });
      }
      const id = await resolveName(context, typed, request);
      const client = await context.client();
      const changed = await context.during(`Changing the ${single}`, () => send(client, id));
      await context.output.record(changed, withFilters(view, changed));
      return undefined;
    },
  });
}
