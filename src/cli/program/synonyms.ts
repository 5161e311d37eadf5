import { own } from '../../base/own.js';
import { ROOT_ENTRIES } from '../commands/index.js';
import { globalOptions, longFlag, shellCommand, UsageError, withScheme } from '../kit/index.js';
import { spelledLike } from '../kit/spelled-like.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';

/**
 * Commands for words that people try, for example from other programs. The rest of the line
 * replaces `…`, or is appended.
 */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  feed: ['feeds'],
  item: ['items'],
  bundle: ['bundles'],
  setting: ['settings'],
  webhook: ['webhooks'],
  profile: ['profiles'],
  key: ['keys'],
  account: ['accounts'],
  whoami: ['auth status'],
  add: ['feeds create'],
  new: ['feeds create'],
  create: ['feeds create'],
  ls: ['feeds list'],
  list: ['feeds list'],
  show: ['feeds get'],
  get: ['feeds get'],
  update: ['feeds update'],
  edit: ['feeds update'],
  rm: ['feeds delete'],
  remove: ['feeds delete'],
  delete: ['feeds delete'],
  pause: ['feeds pause'],
  resume: ['feeds resume'],
  unpause: ['feeds resume'],
  history: ['feeds history'],
  search: ['items --search', 'feeds create --keyword'],
  find: ['items --search', 'feeds create --keyword'],
  backup: ['service backup'],
  restore: ['service restore'],
  check: ['health', 'doctor'],
  audit: ['health'],
  repair: ['health … --fix'],
  status: ['auth status', 'health'],
  version: ['--version'],
  config: ['profiles'],
  token: ['auth token'],
  opml: ['export … --format opml', 'import'],
  logs: ['feeds history', 'webhooks deliveries'],
  log: ['feeds history', 'webhooks deliveries'],
  entries: ['items'],
  articles: ['items'],
  posts: ['items'],
  init: ['feeds create', 'auth login'],
  setup: ['feeds create', 'auth login'],
  stats: ['health', 'feeds list'],
  sync: ['refresh', 'apply'],
  validate: ['plan'],
  lint: ['plan'],
  user: ['accounts'],
  users: ['accounts'],
  folder: ['bundles'],
  folders: ['bundles'],
  category: ['bundles'],
  categories: ['bundles'],
  'feeds test': ['preview'],
  'feeds preview': ['preview'],
  'feeds check': ['health'],
  man: ['help'],
  follow: ['watch'],
  tail: ['watch'],
  fetch: ['refresh'],
  'service check': ['doctor … --database'],
  'feeds refetch': ['refresh … --texts'],
  'webhooks replay': ['webhooks resend'],
  'webhooks delivery': ['webhooks deliveries'],
  'accounts limits': ['accounts update'],
  'accounts enable': ['accounts update … --enable'],
  'accounts disable': ['accounts update … --disable'],
};

/** Verbs by their names in other programs; the first one that a noun has counts. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  add: ['create', 'add'],
  new: ['create'],
  make: ['create'],
  ls: ['list'],
  all: ['list'],
  show: ['get', 'status', 'deliveries'],
  view: ['get'],
  info: ['get', 'status'],
  rm: ['delete', 'remove', 'revoke'],
  remove: ['delete'],
  del: ['delete'],
  edit: ['update', 'set'],
  rename: ['update'],
  change: ['update', 'set'],
  unpause: ['resume'],
  enable: ['resume'],
  start: ['resume'],
  disable: ['pause'],
  stop: ['pause'],
};

/** Options by their names in other commands and programs. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--interval': '--every',
  '--every': '--interval',
  '--force': '--yes',
  '--out': '--to',
  '--format': '--output',
  '-n': '--limit',
  '--count': '--limit',
  '--number': '--limit',
  '--max': '--limit',
};

/** Options of other commands and programs whose value is an argument here. */
const ARGUMENTS = new Set(['--url', '--id', '--ids', '--feed', '--feeds', '--bundle']);

/** `feedctl create --from feeds.opml`: `import` takes files of feeds and bundles. */
const IMPORTED = /^--(?:from|from-file|file)[ =](.+\.(?:opml|xml|ya?ml|json))$/i;

/**
 * A usage error that suggests a command, when the word is known from other programs.
 *
 * @param argv as typed
 * @param root the noun or verb of the first word; undefined for an unknown word
 */
export async function withCommandMeant(
  error: UsageError,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): Promise<UsageError> {
  const [, option] = /^Unknown option '(--?[a-z-]+)/.exec(error.message) ?? [];
  const [, word] = /^Unknown command '(.+)'\.$/.exec(error.message) ?? [];
  const hint = option && verbIn(argv, root)?.elsewhere?.(option);
  if (hint) return new UsageError(error.message, { hint });
  const meant =
    option !== undefined
      ? optionMeant(option, argv, root)
      : word !== undefined && argv.includes(word)
        ? await commandsMeant(word, argv, root)
        : [];
  if (meant.length === 0) return error;
  const commands = meant.map((words) => shellCommand(['feedctl', ...words]));
  return new UsageError(error.message, { hint: `Did you mean: ${commands.join(', or ')}` });
}

/** The words of each likely command, without `feedctl`. */
async function commandsMeant(
  word: string,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): Promise<readonly (readonly string[])[]> {
  const at = argv.indexOf(word);
  const rest = argv.slice(at + 1);
  // The options before the word, with their values, without the noun.
  const before = argv.slice(0, at).filter((each) => each !== root?.name);
  if (root === undefined) {
    const file = IMPORTED.exec(rest.join(' '))?.[1];
    if (word === 'create' && file !== undefined) return [[...before, 'import', file]];
    const commands = rootsMeant(word, rest);
    return Promise.all(commands.map(async (each) => [...before, ...(await filled(each, rest))]));
  }
  const known = own(COMMANDS, `${root.name} ${word}`);
  if (known !== undefined) {
    return Promise.all(known.map(async (each) => [...before, ...(await filled(each, rest))]));
  }
  const verb = isNoun(root) ? verbMeant(word, root) : undefined;
  if (verb !== undefined) return [[...argv.slice(0, at), verb, ...rest]];
  // The word may name a command of its own: `feeds refresh`, `service keys`.
  const [command = word] = own(COMMANDS, word) ?? [];
  return ROOT_ENTRIES.some(({ name }) => name === command) ? [[...before, command, ...rest]] : [];
}

/** Commands for a first word that is a synonym, an address, or similar to a command. */
function rootsMeant(word: string, rest: readonly string[]): readonly string[] {
  const known = own(COMMANDS, word);
  if (known !== undefined) return known;
  if (/^(?:https?|feed):/i.test(word) || withScheme(word) !== null) {
    return [`feeds create ${word}`, `preview ${word}`];
  }
  // For a word without a rest, all similar names were suggested already.
  if (rest.length === 0) return [];
  return spelledLike(
    word,
    ROOT_ENTRIES.map(({ name }) => name),
  );
}

/** The words of a command with the rest of the line. */
async function filled(command: string, rest: readonly string[]): Promise<readonly string[]> {
  const [first = '', last = ''] = command.split(' …');
  const words = first.split(' ');
  const added = last.split(' ').filter((word) => word !== '');
  if (words.at(-1)?.startsWith('--')) return [...words, ...asOneWord(rest)];
  const root = await ROOT_ENTRIES.find(({ name }) => name === command)?.load();
  return [...words, ...(root && isNoun(root) ? memberMeant(root, rest) : rest), ...added];
}

/** Replaces synonyms and misspelled verbs; stops at a word that is similar to none. */
function memberMeant(noun: Noun, words: readonly string[]): readonly string[] {
  const [word = '', ...others] = words;
  if (word === '' || word.startsWith('-')) return words;
  const names = noun.members.map(({ name }) => name);
  const name = names.includes(word) ? word : (verbMeant(word, noun) ?? spelledLike(word, names)[0]);
  return name === undefined ? [] : [name, ...others];
}

/** Joins words that belong together: in `search two words -q` the value is `two words`. */
function asOneWord(rest: readonly string[]): readonly string[] {
  const end = rest.findIndex((word) => word.startsWith('-'));
  const count = end < 0 ? rest.length : end;
  return count === 0 ? rest : [rest.slice(0, count).join(' '), ...rest.slice(count)];
}

function verbMeant(word: string, { members }: Noun): string | undefined {
  return own(VERBS, word)?.find((name) => members.some((member) => member.name === name));
}

/** The verb that was typed. */
function verbIn(argv: readonly string[], root: Noun | Verb | undefined): Verb | undefined {
  const members = root !== undefined && isNoun(root) ? root.members : [];
  const verb = members.find(({ name }) => argv.includes(name)) ?? root;
  return verb === undefined || isNoun(verb) ? undefined : verb;
}

/** The same command line with the option's name in this command. */
function optionMeant(
  option: string,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): readonly (readonly string[])[] {
  if (option === '--web') return [openMeant(argv, root)];
  const verb = verbIn(argv, root);
  if (ARGUMENTS.has(option) && Object.keys(verb?.arguments ?? {}).length > 0) {
    return [withoutOption(option, argv)];
  }
  const meant = option === '--last' ? lastMeant(argv) : own(OPTIONS, option);
  if (meant === undefined || verb === undefined) return [];
  const isTaken = [...Object.keys(globalOptions), ...Object.keys(verb.options)].some(
    (key) => longFlag(key) === meant,
  );
  const renamed = argv.map((word) =>
    word === option || word.startsWith(`${option}=`) ? meant + word.slice(option.length) : word,
  );
  return isTaken ? [renamed] : [];
}

/** The command line without the option but with its value: `get --id ID`. */
function withoutOption(option: string, argv: readonly string[]): readonly string[] {
  return argv.flatMap((word) => {
    if (word === option) return [];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [word];
  });
}

/** `--web` of other programs opens the page of the named resource, or the dashboard. */
function openMeant(argv: readonly string[], root: Noun | Verb | undefined): readonly string[] {
  const members = root !== undefined && isNoun(root) ? root.members.map(({ name }) => name) : [];
  const [id] = argv.filter(
    (word) => !word.startsWith('-') && word !== root?.name && !members.includes(word),
  );
  return id === undefined ? ['dashboard', '--open'] : ['open', id];
}

/** `--last 5` is a number of rows, `--last 24h` a time. */
function lastMeant(argv: readonly string[]): string {
  const at = argv.findIndex((word) => word.startsWith('--last'));
  const value = argv[at]?.split('=')[1] ?? argv[at + 1] ?? '';
  return /^\d+$/.test(value) ? '--limit' : '--since';
}

/** `export -o feeds.yaml` and `-o opml` become the options for a file and its format. */
export function withFileMeant(
  error: UsageError,
  { options }: Verb,
  argv: readonly string[],
): UsageError {
  const key = ['to', 'out'].find((each) => Object.hasOwn(options, each));
  const at = argv.findIndex((word) => /^(?:-o|--output)(?:=|$)/.test(word));
  if (key === undefined || at < 0 || !error.message.startsWith('--output ')) return error;
  const value = argv[at]?.split('=')[1] ?? argv[at + 1] ?? '';
  const meant = options.format?.choices?.includes(value) ? 'format' : key;
  const words = argv.map((word, index) =>
    index === at ? word.replace(/^(?:-o|--output)/, longFlag(meant)) : word,
  );
  return new UsageError(error.message, {
    hint: `Did you mean: ${shellCommand(['feedctl', ...words])}`,
  });
}
