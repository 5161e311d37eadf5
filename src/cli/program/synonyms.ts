import { ROOT_ENTRIES } from '../commands/index.js';
import { longFlag, shellCommand, UsageError, withScheme } from '../kit/index.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';
import { spelledLike } from './usage-error.js';

/** Verbs by their names in other programs. */
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

/** Top-level commands by their names in other programs; the following words are kept. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
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
  search: ['items --search', 'feeds create --keyword'],
  find: ['items --search', 'feeds create --keyword'],
  backup: ['service backup'],
  restore: ['service restore'],
  check: ['health', 'doctor'],
  status: ['auth status', 'health'],
  version: ['--version'],
  config: ['profiles list', 'help environment'],
  man: ['help'],
  follow: ['watch'],
  tail: ['watch'],
  fetch: ['refresh'],
};

/** The command that does the work of one that is gone; the rest of the line stays. */
interface Moved {
  words: string;
  /** Goes after the rest. */
  adds?: string;
  /** Flag of the old command that the new one does not need. */
  drops?: string;
}

const MOVED: Readonly<Record<string, Moved>> = {
  audit: { words: 'health' },
  repair: { words: 'health', adds: '--fix', drops: '--apply' },
  'service check': { words: 'doctor', adds: '--database' },
  'feeds refetch': { words: 'refresh', adds: '--texts' },
  'webhooks replay': { words: 'webhooks resend' },
  'webhooks delivery': { words: 'webhooks deliveries' },
  'accounts limits': { words: 'accounts update' },
  'accounts enable': { words: 'accounts update', adds: '--enable' },
  'accounts disable': { words: 'accounts update', adds: '--disable' },
};

/** Options by their names in other commands and programs. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--interval': '--every',
  '--every': '--interval',
  '--force': '--yes',
  '--out': '--to',
};

/** `import` takes files of feeds and bundles; `feeds create --from` reads address lists and CSV. */
/** Flags that name a file of sources. */
const FROM_FILE = new Set(['--from', '--from-file', '--file']);

const MANIFEST = /\.(?:opml|xml|ya?ml|json)$/i;

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
  const meant = await commandsMeant(error.message, argv, root);
  if (meant.length === 0) return error;
  const commands = meant.map((words) => shellCommand(['feedctl', ...words]));
  return new UsageError(error.message, { hint: `Did you mean: ${commands.join(', or ')}` });
}

/** The words of each likely command, without `feedctl`. */
async function commandsMeant(
  message: string,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): Promise<readonly (readonly string[])[]> {
  const option = /^Unknown option '(--[a-z-]+)/.exec(message)?.[1];
  if (option === '--format') return outputMeant(argv);
  if (option !== undefined) return optionMeant(option, argv, root);
  const word = /^Unknown command '(.+)'\.$/.exec(message)?.[1];
  const at = word === undefined ? -1 : argv.indexOf(word);
  if (word === undefined || at < 0) return [];
  const before = argv.slice(0, at);
  const rest = argv.slice(at + 1);
  const moved = [root?.name, word].filter(Boolean).join(' ');
  if (Object.hasOwn(MOVED, moved)) {
    const { words = '', adds = [], drops } = MOVED[moved] ?? {};
    const others = before.filter((each) => each !== root?.name);
    return [
      [...others, ...words.split(' '), ...rest.filter((each) => each !== drops), adds].flat(),
    ];
  }
  if (root === undefined) {
    const roots = rootsMeant(word, rest);
    const file = rest[rest.findIndex((word) => FROM_FILE.has(word)) + 1] ?? '';
    if (
      roots[0]?.[1] === 'create' &&
      rest.some((word) => FROM_FILE.has(word)) &&
      MANIFEST.test(file)
    ) {
      return [[...before, 'import', file]];
    }
    return Promise.all(
      roots.map(async (words) => [...before, ...words, ...(await restMeant(words, rest))]),
    );
  }
  const verb = verbMeant(word, nounOf(root, before));
  if (verb !== undefined) return [[...before, verb, ...rest]];
  // `feeds refresh`, `service keys`: a command of its own.
  const own = Object.hasOwn(ROOTS, word) ? (ROOTS[word]?.[0] ?? '') : word;
  if (!ROOT_ENTRIES.some(({ name }) => name === own)) return [];
  return [[...before.filter((each) => each !== root.name), own, ...rest]];
}

/** The same command line with the option's name in this command. */
function optionMeant(
  option: string,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): readonly (readonly string[])[] {
  const meant = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
  const noun = root && nounOf(root, argv);
  const verb = noun?.members.find(({ name }) => argv.includes(name)) ?? root;
  if (meant === undefined || verb === undefined || isNoun(verb)) return [];
  const takesIt =
    meant === '--yes' || Object.keys(verb.options).some((key) => longFlag(key) === meant);
  const renamed = argv.map((word) =>
    word === option || word.startsWith(`${option}=`) ? meant + word.slice(option.length) : word,
  );
  return takesIt ? [renamed] : [];
}

/** The first words of the commands, for one that is known from other programs or spelled alike. */
function rootsMeant(word: string, rest: readonly string[]): readonly (readonly string[])[] {
  if (Object.hasOwn(ROOTS, word)) return (ROOTS[word] ?? []).map((words) => words.split(' '));
  if (isAddress(word)) {
    return [
      ['feeds', 'create', word],
      ['preview', word],
    ];
  }
  // Alone, every name that is spelled alike has been suggested already.
  if (rest.length === 0) return [];
  const names = ROOT_ENTRIES.map(({ name }) => name);
  return spelledLike(word, names).map((name) => [name]);
}

function isAddress(word: string): boolean {
  return /^(?:https?|feed):/i.test(word) || withScheme(word) !== null;
}

/** The words after those of the command: synonyms and misspelled verbs replaced, a flag added. */
async function restMeant(
  words: readonly string[],
  rest: readonly string[],
): Promise<readonly string[]> {
  const root = await ROOT_ENTRIES.find(({ name }) => name === words[0])?.load();
  if (root === undefined || rest.length === 0) return rest;
  if (words.at(-1)?.startsWith('--')) return asOneWord(rest);
  return isNoun(root) && words.length === 1 ? memberMeant(root, rest) : rest;
}

/** Ends before a word that is like no member. */
function memberMeant(noun: Noun, words: readonly string[]): readonly string[] {
  const [word = '', ...others] = words;
  if (word === '' || word.startsWith('-')) return words;
  const names = noun.members.map(({ name }) => name);
  const name = names.includes(word) ? word : (verbMeant(word, noun) ?? spelledLike(word, names)[0]);
  return name === undefined ? [] : [name, ...others];
}

/** `search two words -q`: the value of the flag is `two words`. */
function asOneWord(rest: readonly string[]): readonly string[] {
  const end = rest.findIndex((word) => word.startsWith('-'));
  const count = end < 0 ? rest.length : end;
  return count === 0 ? rest : [rest.slice(0, count).join(' '), ...rest.slice(count)];
}

function verbMeant(word: string, noun: Noun | undefined): string | undefined {
  if (noun === undefined || !Object.hasOwn(VERBS, word)) return undefined;
  const names = noun.members.map(({ name }) => name);
  if (names.includes(word)) return undefined;
  return VERBS[word]?.find((name) => names.includes(name));
}

/** The innermost noun on the path; ignores words that are not nouns, such as options. */
function nounOf(root: Noun | Verb, words: readonly string[]): Noun | undefined {
  let noun = isNoun(root) ? root : undefined;
  for (const word of words) {
    const inner = noun?.members.find(({ name }) => name === word);
    if (inner !== undefined && isNoun(inner)) noun = inner;
  }
  return noun;
}

/** `--format json` means `-o json`, unless the command has its own `--format`. */
function outputMeant(argv: readonly string[]): readonly (readonly string[])[] {
  const at = argv.findIndex((word) => /^--format(?:=|$)/.test(word));
  const joined = argv[at]?.slice('--format='.length) ?? '';
  const format = joined === '' ? argv[at + 1] : joined;
  if (format === undefined) return [];
  const rest = argv.slice(at + (joined === '' ? 2 : 1));
  return [[...argv.slice(0, at), '-o', format, ...rest]];
}
