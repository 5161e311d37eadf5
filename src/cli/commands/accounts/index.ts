import type { AccountLimitChanges } from '../../../client/index.js';
import { type OptionSpec, type OptionValues, one, text, UsageError } from '../../kit/index.js';
import { defineVerb, type Noun, type Verb } from '../../verbs/verb.js';
import { defineList } from '../base/index.js';
import { ACCOUNT_SAMPLE, ACCOUNT_VIEW, ACCOUNTS_VIEW } from './views.js';

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
  description:
    'Creates an account with its own feeds, bundles, keys and webhooks, isolated from other accounts. Limits default to the settings of the service: FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE, FEEDCTL_DEFAULT_FEEDS and FEEDCTL_DEFAULT_CONCURRENT_CREATIONS.',
  options: { name: text('NAME', 'name of the account; must be unique'), ...limitOptions },
  examples: [
    ["feedctl accounts create --name 'news desk'", 'Create an account'],
    ['feedctl accounts create --name guests --feeds 50', 'Create an account with a limit'],
    [
      'feedctl keys create --account "$(feedctl accounts create --name ci -o id)"',
      'Create an account and its first key',
    ],
  ],
  output: ACCOUNT_SAMPLE,
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { name, ...options }) {
    if (name === undefined) {
      throw new UsageError('--name is missing.', {
        hint: "feedctl accounts create --name 'news desk'",
      });
    }
    const client = await context.client({ creates: true });
    const account = await client.accounts.create({ name, limits: limitsGiven(options) });
    await context.output.record(account, ACCOUNT_VIEW);
    await context.notes.note(
      `It has no key yet. Create one: feedctl keys create --account ${account.id}`,
    );
    return undefined;
  },
});

export const list = defineList({
  noun: 'accounts',
  owner: 'the service',
  view: ACCOUNTS_VIEW,
  sample: ACCOUNT_SAMPLE,
  fields: 'id,name,feeds',
  whenEmpty: 'Create one: feedctl accounts create --name NAME',
  read: (client, options) => client.accounts.all(options),
});

export const get = defineVerb({
  name: 'get',
  summary: 'Show an account and its limits',
  arguments: { account: accountArgument },
  examples: [["feedctl accounts get 'news desk'", 'Show its limits and number of feeds']],
  output: ACCOUNT_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { account }) {
    const client = await context.client();
    await context.output.record(await client.accounts.get(account), ACCOUNT_VIEW);
    return undefined;
  },
});

export const limits = defineVerb({
  name: 'limits',
  summary: 'Show or change the limits of an account',
  description:
    'Changes the given limits and shows all of them; they apply from the next request. The request rate is per key, across all processes of the service; a key above it gets 429 with Retry-After. Existing feeds beyond a lower limit are kept.',
  arguments: { account: accountArgument },
  options: limitOptions,
  examples: [
    [
      "feedctl accounts limits 'news desk' --requests-per-minute 120 --feeds 500",
      'Change two limits and keep the others',
    ],
    ["feedctl accounts limits 'news desk' --feeds none", 'Allow any number of feeds'],
    ["feedctl accounts limits 'news desk'", 'Show the limits'],
  ],
  output: ACCOUNT_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { account }, options) {
    const changes = limitsGiven(options);
    const changesAny = Object.values(changes).some((value) => value !== undefined);
    const { accounts } = await context.client({ creates: changesAny });
    const shown = changesAny
      ? await accounts.update(account, { limits: changes })
      : await accounts.get(account);
    await context.output.record(shown, ACCOUNT_VIEW);
    return undefined;
  },
});

export const disable = defineSwitch({
  name: 'disable',
  summary: 'Disable an account and keep its data',
  description:
    'Disables an account immediately: its keys get 403, its feeds are not fetched, its published feeds return 404, and its webhooks receive nothing until it is enabled again.',
  does: 'Disable an account',
  after: { enabled: false, disabled_at: '2026-02-01T09:00:00.000Z' },
});

export const enable = defineSwitch({
  name: 'enable',
  summary: 'Enable a disabled account',
  description:
    'Enables an account: its feeds are fetched again, and pending events are delivered to its webhooks.',
  does: 'Enable an account',
  after: {},
});

interface SwitchDefinition {
  name: 'enable' | 'disable';
  summary: string;
  description: string;
  does: string;
  after: object;
}

function defineSwitch({ name, summary, description, does, after }: SwitchDefinition): Verb {
  return defineVerb({
    name,
    summary,
    description,
    arguments: { account: accountArgument },
    examples: [[`feedctl accounts ${name} 'news desk'`, does]],
    output: { ...ACCOUNT_SAMPLE, ...after },
    exitCodes: [3, 4, 5, 6, 7],
    async run(context, { account }) {
      const { accounts } = await context.client();
      const changed = await accounts.update(account, { enabled: name === 'enable' });
      await context.output.record(changed, ACCOUNT_VIEW);
      return undefined;
    },
  });
}

export const accounts: Noun = {
  name: 'accounts',
  summary: 'Manage accounts and their limits',
  description:
    'Manages the accounts of a shared service. Requires a feedctl service and a key of the owner account; the embedded service always uses one.',
  members: [create, list, get, limits, disable, enable],
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
