import { CHECKS, checkFacts, checksOf, type HealthCheckName } from '../../checks/table.js';
import {
  any,
  choice,
  duration,
  flag,
  type OptionSpec,
  text,
  UsageError,
  wholeNumber,
} from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fixFeeds } from './fix.js';
import { runHealth } from './run-health.js';

const ALL = checksOf('feed', 'published', 'account');

export const HEALTH_SAMPLE = [
  {
    status: 'problem',
    check: 'stale',
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Example News',
    detail: 'Its newest item is 3 d old.',
    since: '2026-01-31T08:30:00.000Z',
    failing_since: null,
    fixes: ['feedctl refresh a1B2c3D4e5F6g7H8'],
  },
];

const FIX_SAMPLE = {
  id: 'a1B2c3D4e5F6g7H8',
  page_url: 'https://example.com/news',
  feed_url: null,
  state: 'found',
  confidence: 0.97,
  reason: 'The list moved: 9 of the 10 newest items of the feed are in the list.',
  known: { of: 10, found: 9, share: 0.9 },
  current: 0,
  selectors: null,
  items: [
    {
      old: null,
      new: {
        title: 'A new story',
        url: 'https://example.com/read?id=11',
        date_published: '2026-01-31T08:30:00.000Z',
      },
    },
    {
      old: {
        title: 'The story before',
        url: 'https://example.com/news/the-story-before',
        date_published: '2026-01-30T08:30:00.000Z',
      },
      new: {
        title: 'The story before',
        url: 'https://example.com/read?id=10',
        date_published: '2026-01-30T08:30:00.000Z',
      },
    },
  ],
  proposal: '6f1d3a52c0b94e7f8a2d5c1b0e9f7a63',
  applied: null,
};

export const health = defineVerb({
  name: 'health',
  summary: 'Find feeds that are broken, and fix them',
  description: `
    Checks every feed of the account, or the given feeds, and prints for each problem the commands
    that fix it. With --state, each problem is reported once when it starts and once when it ends.
    Exits with 9 while there is any problem, reported before or not.
  `,
  details: `
    Checks: ${ALL.map(explained).join('; ')}. Checks of the whole account
    (${checksOf('account').join(', ')}) run when no feeds are given. Paused feeds are never stale.

    --fix reads the page of a failing or drifted feed and finds its list without the stored rule, by
    the items that the feed has. A list that is certain is accepted, and the feed is refreshed:
    known items keep their identity, also at other addresses, and only new items are announced.
    A list that is not certain (state uncertain) requires a confirmation, or --yes. For a feed with
    selectors, new selectors are proposed. For a feed document that cannot be read, feed_url is the
    feed that the site names now, and the feed follows it, as feeds update --url does.

    --dry-run changes nothing: of one feed it shows the old and the new list side by side, how many
    known items the new one has, and how certain it is; it exits with 10 while there is a list to
    accept. --fix requires a feedctl service; others exit with 5.
  `,
  arguments: { ids: any('FEED|BUNDLE', 'feeds to check; a bundle stands for all its feeds') },
  options: {
    only: checks('run only this check'),
    skip: checks('do not run this check'),
    maxAge: duration('TIME', 'maximum age of the newest item (default: three times the usual gap)'),
    state: text('FILE', 'report each problem once, and its end; keep the state in FILE'),
    after: wholeNumber('N', 'report only problems found N times in a row, with --state', {
      min: 1,
    }),
    skipPublished: flag('do not check the published addresses'),
    fix: flag('find the lists of failing and drifted feeds again'),
    dryRun: flag('with --fix: show what would be accepted, and change nothing'),
  },
  excludes: { fix: ['only', 'skip', 'maxAge', 'state', 'after', 'skipPublished'] },
  requires: { after: 'state', dryRun: 'fix' },
  examples: {
    'feedctl health': 'Report current problems',
    'feedctl health Mornings --max-age 3h --json': 'Check the feeds of one bundle',
    'feedctl health a1B2c3D4e5F6g7H8 --fix': 'Find the list of a feed again',
    '*/30 * * * * feedctl health -q --state ~/.feedctl-health || true':
      'In a crontab: a mail when a problem starts or ends',
    'feedctl health --only duplicate --only dangling': 'Run some checks',
    "feedctl health --json | jq -r '.[].fixes[]'": 'Print only the commands that fix something',
    'feedctl health a1B2c3D4e5F6g7H8 --fix --dry-run --json':
      'Check in a script whether the list of a feed can be found again',
  },
  output: HEALTH_SAMPLE,
  otherOutput: { when: 'with --fix', sample: FIX_SAMPLE },
  exitCodes: [1, 3, 4, 5, 6, 7, 8, 9, 10],
  async run(context, { ids }, { fix, dryRun, only, skip, ...options }) {
    if (fix) return fixFeeds(context, ids, dryRun);
    const wanted = wantedChecks(only, skip, ids.length > 0);
    return runHealth(context, ids, { ...options, wanted });
  },
});

function explained(name: HealthCheckName): string {
  return `${name} (${CHECKS[name].doc}${checkFacts(name).optional ? '; only with --only' : ''})`;
}

/** @throws {UsageError} for a check of the account with feeds */
function wantedChecks(
  only: readonly HealthCheckName[],
  skip: readonly HealthCheckName[],
  isOfFeeds: boolean,
): HealthCheckName[] {
  const ofAccount = only.find((name) => CHECKS[name].of === 'account');
  if (isOfFeeds && ofAccount !== undefined) {
    throw new UsageError(`${ofAccount} compares all feeds of the account: leave the feeds out.`);
  }
  return ALL.filter(
    (name) =>
      (only.length === 0 ? !checkFacts(name).optional : only.includes(name)) &&
      !skip.includes(name),
  );
}

/** `--option CHECK`, repeatable. */
function checks(summary: string): OptionSpec<readonly HealthCheckName[]> {
  const single = choice(ALL, 'CHECK', summary);
  return {
    ...single,
    summary,
    repeatable: true,
    parse: (given, flag) => given.flatMap((each) => single.parse([each], flag) ?? []),
  };
}
