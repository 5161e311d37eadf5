import { collect } from '../../base/collect.js';
import { CliError, UsageError } from '../kit/index.js';
import { plainOutput } from '../kit/plain.js';
import type { Choice } from '../terminal/prompts.js';
import type { Context } from '../verbs/context.js';
import type { Invocation } from './command-line.js';

/** Maximum number of choices; the newest ones are offered. */
const MAX_CHOICES = 2000;

interface Kind {
  /** Completes "Name …". */
  what: string;
  /** Completes "Which …?". */
  one: string;
  list: string;
  choices(context: Context): Promise<Choice<string>[]>;
}

const FEEDS: Kind = {
  what: 'a feed by its title, address or id',
  one: 'feed',
  list: 'feedctl feeds list',
  async choices(context) {
    const feeds = await collect((await context.client()).feeds({ limit: MAX_CHOICES }));
    return feeds.map(({ id, title, source_url }) => choice(id, title || source_url));
  },
};

const BUNDLES: Kind = {
  what: 'a bundle by its name or id',
  one: 'bundle',
  list: 'feedctl bundles list',
  async choices(context) {
    const bundles = await collect((await context.client()).bundles({ limit: MAX_CHOICES }));
    return bundles.map(({ id, name }) => choice(id, name));
  },
};

/** What an argument refers to, by the noun and its key. */
const KINDS: Readonly<Record<string, Kind>> = {
  feeds: FEEDS,
  bundles: BUNDLES,
  open: {
    what: 'a feed or a bundle by its title or id',
    one: 'feed or bundle',
    list: 'feedctl feeds list, or feedctl bundles list',
    choices: async (context) => [
      ...(await FEEDS.choices(context)),
      ...(await BUNDLES.choices(context)),
    ],
  },
  webhooks: {
    what: 'a webhook by its id',
    one: 'webhook',
    list: 'feedctl webhooks list',
    async choices(context) {
      const webhooks = await collect((await context.client()).webhooks());
      return webhooks.map(({ id, name, url }) => choice(id, name || url));
    },
  },
  profiles: {
    what: 'a profile',
    one: 'profile',
    list: 'feedctl profiles list',
    async choices({ profiles }) {
      const stored = await profiles.read();
      return Object.keys(stored.profiles).map((value) => ({ value, name: plainOutput(value) }));
    },
  },
  keys: {
    what: 'a key by its id',
    one: 'key',
    list: 'feedctl keys list',
    async choices(context) {
      const keys = await collect((await context.client()).keys());
      return keys
        .filter(({ revoked_at }) => revoked_at === null)
        .map(({ id, name }) => choice(id, name));
    },
  },
  accounts: {
    what: 'an account by its name or id',
    one: 'account',
    list: 'feedctl accounts list',
    async choices(context) {
      const accounts = await collect((await context.client()).accounts());
      return accounts.map(({ id, name }) => choice(id, name));
    },
  },
};

function choice(value: string, name: string): Choice<string> {
  return { value, name: `${plainOutput(name)}  ${value}` };
}

/** What the argument of a verb refers to; undefined for a file, an address and the like. */
function askedKind(noun: string, key: string): Kind | undefined {
  if (key === 'feed' || key === 'feeds') return FEEDS;
  if (key === 'bundle') return BUNDLES;
  return ['id', 'ids', 'name', 'account'].includes(key) && Object.hasOwn(KINDS, noun)
    ? KINDS[noun]
    : undefined;
}

function missingKeys(verb: Invocation['verb'], args: Invocation['args']): string[] {
  return Object.entries(verb.arguments).flatMap(([key, { required }]) =>
    required && (args[key] === undefined || `${args[key]}` === '') ? [key] : [],
  );
}

/**
 * Asks for missing arguments on a terminal, with a list to choose from.
 *
 * @throws {UsageError} without a terminal, and for arguments without a list
 * @throws {CliError} if the list is empty
 */
export async function askMissing(
  { verb, path, args }: Pick<Invocation, 'verb' | 'path' | 'args'>,
  context: Context,
): Promise<Invocation['args']> {
  const asked: Record<string, unknown> = { ...args };
  for (const key of missingKeys(verb, args)) {
    const kind = askedKind(path[0] ?? '', key);
    if (kind === undefined) {
      const name = verb.arguments[key]?.placeholder.toLowerCase();
      throw new UsageError(`Missing required argument '${name}'.`, {
        hint: `See: feedctl ${path.join(' ')} --help`,
      });
    }
    if (!context.prompts.canAsk) throw new UsageError(`Name ${kind.what}: ${kind.list}`);
    const value = await ask(kind, context);
    asked[key] = verb.arguments[key]?.variadic ? [value] : value;
  }
  return asked;
}

async function ask({ one, list, choices }: Kind, context: Context): Promise<string> {
  const all = await context.during('Reading what there is', () => choices(context));
  if (all.length === 0) {
    throw new CliError(`There is no ${one} yet.`, {
      exitCode: 3,
      code: 'NOTHING_TO_CHOOSE',
      hint: `See: ${list}`,
    });
  }
  return context.prompts.search(`Which ${one}?`, (typed) => {
    const wanted = typed.toLowerCase();
    return all.filter(({ name }) => name.toLowerCase().includes(wanted));
  });
}
