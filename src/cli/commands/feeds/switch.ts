import type { FeedSummary } from '../../../client/index.js';
import { printEach } from '../../bulk/each.js';
import { expandIds } from '../../bulk/read-input.js';
import { many } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defineVerb, type Verb } from '../../verbs/verb.js';
import { FEED_SUMMARY_SAMPLE, NEXT_FETCH_COLUMNS } from '../base/index.js';
import { FEED_SUMMARY_MORE } from '../base/more-output.js';

const VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [...columns('id title'), ...NEXT_FETCH_COLUMNS],
};

interface SwitchDefinition {
  name: 'pause' | 'resume';
  summary: string;
  description: string;
  example: string;
  interval: 'paused' | 'resume';
  sample: Partial<FeedSummary>;
}

/** `pause FEED…` and `resume FEED…`: one row per feed, exit code 8 if some failed. */
function defineSwitch(definition: SwitchDefinition): Verb {
  const { name, summary, description, example, interval, sample } = definition;
  return defineVerb({
    name,
    summary,
    description,
    arguments: { ids: many('FEED', `feeds to ${name}; - reads ids from a pipe, one a line`) },
    examples: { [`feedctl feeds ${name} a1B2c3D4e5F6g7H8`]: example },
    output: [{ ...FEED_SUMMARY_SAMPLE, ...sample }],
    moreOutput: () => FEED_SUMMARY_MORE,
    reports: true,
    exitCodes: [3, 4, 5, 6, 7, 8],
    async run(context, { ids: given }) {
      const typed = await expandIds(context, given);
      const ids = await resolveIds(context, typed, { of: 'feeds', verb: 'update' });
      const client = await context.client();
      await printEach(ids, {
        output: context.output,
        view: VIEW,
        async work(id) {
          await client.updateFeedSettings(id, { interval });
          return client.updateFeed(id, {});
        },
        done: `${name}d`,
      });
    },
  });
}

export const pause = defineSwitch({
  name: 'pause',
  summary: 'Stop fetching feeds',
  description:
    'Stops fetching feeds until they are resumed. Their items and published addresses stay. feedctl refresh FEED still fetches a paused feed once. Needs a service of feedctl.',
  example: 'Stop fetching a feed',
  interval: 'paused',
  sample: { next_fetch_at: null, next_fetch_reason: 'paused' },
});

export const resume = defineSwitch({
  name: 'resume',
  summary: 'Fetch paused feeds again',
  description:
    'Fetches paused feeds again, at the interval that they had before. For another one: feedctl feeds update FEED --every 15m. Needs a service of feedctl.',
  example: 'Fetch a feed again',
  interval: 'resume',
  sample: { next_fetch_at: '2026-01-31T09:12:00.000Z', next_fetch_reason: 'rhythm' },
});
