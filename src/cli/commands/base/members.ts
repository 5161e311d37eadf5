import type { BundleSummary, FeedClient } from '../../../client/index.js';
import type { Outcome } from '../../bulk/each.js';
import { many, one } from '../../kit/index.js';
import { defineVerb, type Examples, type Verb } from '../../verbs/verb.js';
import { BUNDLE_SUMMARY_SAMPLE, BUNDLE_VIEW } from './views.js';

export interface MembersDefinition {
  name: string;
  summary: string;
  description: string;
  /** `added` or `removed`, for the message about failures. */
  done: string;
  examples: Examples;
  send(client: FeedClient, bundle: string, feed: string): Promise<BundleSummary>;
}

/** `bundles add` and `bundles remove`: one request per feed, then prints the resulting bundle. */
export function defineMembers({ done, send, ...facts }: MembersDefinition): Verb {
  return defineVerb({
    ...facts,
    arguments: {
      bundle: one('BUNDLE', 'the bundle: id or name'),
      feeds: many('FEED', 'feeds to add or remove; - reads ids from standard input'),
    },
    output: BUNDLE_SUMMARY_SAMPLE,
    exitCodes: [3, 4, 6, 7, 8],
    async run(context, typed) {
      const { expandIds } = await import('../../bulk/read-input.js');
      const { resolveIds, resolveName } = await import('../../lookup/resolve-names.js');
      const { each, throwFailures } = await import('../../bulk/each.js');
      const bundle = await resolveName(context, typed.bundle, { of: 'bundles', verb: 'get' });
      const given = await expandIds(context, typed.feeds);
      const feeds = await resolveIds(context, given, { of: 'feeds', verb: 'get' });
      const client = await context.client();
      const outcomes: Outcome<BundleSummary>[] = [];
      await context.during('Changing the bundle', async () => {
        for await (const outcome of each(feeds, (feed) => send(client, bundle, feed))) {
          outcomes.push(outcome);
        }
      });
      const last = outcomes.findLast((outcome) => 'value' in outcome);
      if (last !== undefined && 'value' in last)
        await context.output.record(last.value, BUNDLE_VIEW);
      throwFailures(outcomes, { done, many: 'feeds' });
      return undefined;
    },
  });
}
