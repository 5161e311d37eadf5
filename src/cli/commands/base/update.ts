import type { FeedClient } from '../../../client/index.js';
import { longFlag, type OptionSpecs, type OptionValues, one, UsageError } from '../../kit/index.js';
import type { RecordView, View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb, type Examples, type OptionGroups, type Verb } from '../../verbs/verb.js';
import { withFilters } from './views.js';

export interface UpdateDefinition<O extends OptionSpecs> {
  noun: 'feeds' | 'bundles';
  one: string;
  description: string;
  /** See `Verb`. */
  details?: string;
  common?: readonly string[];
  groups?: OptionGroups;
  /** One option per field that can be changed. */
  fields: O;
  view: RecordView;
  /** View for ids read from standard input; absent when only one id is accepted. */
  rows?: View;
  sample: object;
  examples: Examples;
  /** Reads what the options name, once, and returns the change of one object. */
  prepare(
    context: Context,
    changes: Partial<OptionValues<O>>,
  ): Promise<(client: FeedClient, id: string) => Promise<object>>;
}

/** `update ID --field VALUE…`: changes only the given fields. */
export function defineUpdate<O extends OptionSpecs>(definition: UpdateDefinition<O>): Verb {
  const { noun, one: single, fields, view, rows, sample, prepare, ...facts } = definition;
  const piped = rows === undefined ? '' : '; - reads ids from standard input, one per line';
  return defineVerb({
    ...facts,
    name: 'update',
    summary: `Change the title or description of a ${single}`,
    arguments: { id: one('ID', `the ${single} to change${piped}`) },
    options: fields,
    output: sample,
    exitCodes: [3, 4, 5, 6, 7, ...(rows === undefined ? [] : ([8] as const))],
    async run(context, { id: typed }, values) {
      const { resolveName } = await import('../../lookup/resolve-names.js');
      const changes = given<O>(values);
      if (Object.keys(changes).length === 0) {
        throw new UsageError('No changes given.', {
          hint: `Pass at least one of ${Object.keys(fields).map(longFlag).join(', ')}.`,
        });
      }
      const request = { of: noun, verb: 'update' } as const;
      const send = await prepare(context, changes);
      if (typed === '-' && rows !== undefined) {
        const { changeMany } = await import('../../bulk/change-many.js');
        const change = { request, output: context.output, view: rows };
        return changeMany(context, { ...change, send });
      }
      const id = await resolveName(context, typed, request);
      const client = await context.client();
      const changed = await context.during(`Changing the ${single}`, () => send(client, id));
      await context.output.record(changed, withFilters(view, changed));
      return undefined;
    },
  });
}

/** The options given on the command line. */
function given<O extends OptionSpecs>(values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).filter(
    ([, value]) =>
      value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<OptionValues<O>>;
}
