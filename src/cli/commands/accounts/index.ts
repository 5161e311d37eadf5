import type { AccountLimitChanges } from '../../../client/index.js';
import { ACCOUNT_FIELDS } from '../../../resources/account.js';
import { sampleOf } from '../../../resources/shown.js';
import {
  flag,
  type OptionSpec,
  type OptionValues,
  one,
  required,
  text,
  UsageError,
} from '../../kit/index.js';
import type { RecordView, View } from '../../output/view.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { refuseNoChanges } from '../base/changes.js';
import { defineList } from '../base/index.js';
import { fieldsOf, listedFields } from '../base/shown-views.js';

const ACCOUNT_SAMPLE = sampleOf(ACCOUNT_FIELDS);

const ACCOUNTS_VIEW: View = {
  one: 'account',
  many: 'accounts',
  columns: listedFields(ACCOUNT_FIELDS),
};

const ACCOUNT_VIEW: RecordView = { fields: fieldsOf(ACCOUNT_FIELDS) };

const accountArgument = one('ACCOUNT', 'the account, by its id or its name');

/** The limits of an account, each a number or none; undefined when it is not given. */
const limitOptions = {
  requestsPerMinute: limitOption('requests per minute and key'),
  burst: limitOption('size of a request burst (default: the requests per minute)'),
  feeds: limitOption('number of feeds'),
  concurrentCreations: limitOption('concurrent feed creations'),
};

export const create = defineVerb({
  name: 'create',
  summary: 'Create an account',
  description: `
    Creates an account with its own feeds, bundles, keys and webhooks, isolated from other accounts.
    Limits default to the settings of the service: FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE,
    FEEDCTL_DEFAULT_FEEDS and FEEDCTL_DEFAULT_CONCURRENT_CREATIONS.
  `,
  options: {
    name: required(text('NAME', 'name of the account; must be unique'), {
      hint: "feedctl accounts create --name 'news desk'",
    }),
    ...limitOptions,
  },
  suggestFlag: (name) => ['--name', name],
  examples: {
    "feedctl accounts create --name 'news desk'": 'Create an account',
    'feedctl accounts create --name guests --feeds 50': 'Create an account with a limit',
    'feedctl keys create --account "$(feedctl accounts create --name ci -o id)"':
      'Create an account and its first key',
  },
  output: ACCOUNT_SAMPLE,
  reports: true,
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { name, ...options }) {
    const client = await context.client({ creates: true });
    const account = await client.createAccount({ name, limits: limitsGiven(options) });
    await context.output.record(account, ACCOUNT_VIEW);
    await context.notes.note(
      `It has no key yet. Create one: feedctl keys create --account ${account.id}`,
    );
  },
});

export const list = defineList({
  noun: 'accounts',
  owner: 'the service',
  view: ACCOUNTS_VIEW,
  sample: ACCOUNT_SAMPLE,
  fields: 'id,name,feeds',
  whenEmpty: 'Create one: feedctl accounts create --name NAME',
  read: (client, options) => client.accounts(options),
});

export const get = defineVerb({
  name: 'get',
  summary: 'Show an account and its limits',
  arguments: { account: accountArgument },
  examples: {
    "feedctl accounts get 'news desk'": 'Show its limits and number of feeds',
  },
  output: ACCOUNT_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { account }) {
    const client = await context.client();
    await context.output.record(await client.getAccount(account), ACCOUNT_VIEW);
  },
});

export const update = defineVerb({
  name: 'update',
  summary: 'Change the limits of an account, disable or enable it',
  description: `
    Changes what is given. Limits apply from the next request; the request rate is per key, across
    all processes of the service, and a key above it gets 429 with Retry-After. Existing feeds
    beyond a lower limit are kept. --disable takes effect at once: the keys of the account get 403,
    its feeds are not fetched, its published feeds return 404, and its webhooks receive nothing.
    --enable ends that: its feeds are fetched again, and pending events are delivered.
  `,
  arguments: { account: accountArgument },
  options: {
    ...limitOptions,
    disable: flag('disable the account and keep its data'),
    enable: flag('enable a disabled account'),
  },
  excludes: { disable: ['enable'] },
  examples: {
    "feedctl accounts update 'news desk' --requests-per-minute 120 --feeds 500":
      'Change two limits and keep the others',
    "feedctl accounts update 'news desk' --feeds none": 'Allow any number of feeds',
    "feedctl accounts update 'news desk' --disable": 'Disable an account',
  },
  output: ACCOUNT_SAMPLE,
  reports: true,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { account }, { disable, enable, ...options }) {
    refuseNoChanges({ ...options, disable, enable }, 'accounts update');
    const limits = limitsGiven(options);
    const hasLimits = Object.values(limits).some((value) => value !== undefined);
    const client = await context.client({ creates: hasLimits });
    const changed = await client.updateAccount(account, {
      ...(hasLimits && { limits }),
      ...((disable || enable) && { enabled: enable }),
    });
    await context.output.record(changed, ACCOUNT_VIEW);
  },
});

export const accounts: Noun = {
  name: 'accounts',
  summary: 'Manage accounts and their limits',
  description:
    'Manages the accounts of a shared service. Requires a feedctl service and a key of the owner account; the embedded service always uses one.',
  members: [create, list, get, update],
};

/** The given limits, with the field names of the interface. */
function limitsGiven(options: OptionValues<typeof limitOptions>): AccountLimitChanges {
  return {
    requests_per_minute: options.requestsPerMinute,
    burst: options.burst,
    feeds: options.feeds,
    concurrent_creations: options.concurrentCreations,
  };
}

/** `--option N|none`: a whole number; null for "none". */
function limitOption(summary: string): OptionSpec<number | null | undefined> {
  const once = text('N|none', summary);
  return {
    ...once,
    parse(given, flag) {
      const typed = once.parse(given, flag);
      if (typed === undefined) return undefined;
      if (typed === 'none') return null;
      if (/^\d{1,9}$/.test(typed)) return Number(typed);
      throw new UsageError(`${flag} takes a whole number or none, not "${typed}".`);
    },
  };
}
