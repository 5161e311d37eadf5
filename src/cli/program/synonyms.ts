import { ROOT_ENTRIES } from '../commands/index.js';
import { shellCommand, UsageError } from '../kit/index.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';
import { spelledLike } from './usage-error.js';

/** Verbs by their names in other programs. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  add: ['create', 'add'],
  new: ['create'],
  make: ['create'],
  ls: ['list'],
  all: ['list'],
  show: ['get', 'status', 'delivery'],
  view: ['get'],
  info: ['get', 'status'],
  rm: ['delete', 'remove', 'revoke'],
  remove: ['delete'],
  del: ['delete'],
  edit: ['update', 'set'],
  rename: ['update'],
  change: ['update', 'set'],
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
  check: ['service check'],
};

/** Nouns that used to be below `feedctl service`. */
const MOVED: Readonly<Record<string, string>> = {
  key: 'keys',
  keys: 'keys',
  account: 'accounts',
  accounts: 'accounts',
  webhook: 'webhooks',
  webhooks: 'webhooks',
};

/** `import` takes files of feeds and bundles; `feeds create --from` reads address lists and CSV. */
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
  if (/^Unknown option '--format\b/.test(message)) return outputMeant(argv);
  const word = /^Unknown command '(.+)'\.$/.exec(message)?.[1];
  const at = word === undefined ? -1 : argv.indexOf(word);
  if (word === undefined || at < 0) return [];
  const before = argv.slice(0, at);
  const rest = argv.slice(at + 1);
  if (root === undefined) {
    const roots = rootsMeant(word, rest);
    const file = rest[rest.indexOf('--from') + 1] ?? '';
    if (roots[0]?.[1] === 'create' && rest.includes('--from') && MANIFEST.test(file)) {
      return [[...before, 'import', file]];
    }
    return Promise.all(
      roots.map(async (words) => [...before, ...words, ...(await restMeant(words, rest))]),
    );
  }
  if (root.name === 'service' && Object.hasOwn(MOVED, word)) {
    const first = before.filter((each) => each !== 'service');
    return [[...first, MOVED[word] ?? word, ...rest]];
  }
  const verb = verbMeant(word, nounOf(root, before));
  return verb === undefined ? [] : [[...before, verb, ...rest]];
}

/** The first words of the commands, for one that is known from other programs or spelled alike. */
function rootsMeant(word: string, rest: readonly string[]): readonly (readonly string[])[] {
  if (Object.hasOwn(ROOTS, word)) return (ROOTS[word] ?? []).map((words) => words.split(' '));
  // Alone, every name that is spelled alike has been suggested already.
  if (rest.length === 0) return [];
  const names = ROOT_ENTRIES.map(({ name }) => name);
  return spelledLike(word, names).map((name) => [name]);
}

/** The words after those of the command: synonyms and misspelled verbs replaced, a flag added. */
async function restMeant(
  words: readonly string[],
  rest: readonly string[],
): Promise<readonly string[]> {
  const root = await ROOT_ENTRIES.find(({ name }) => name === words[0])?.load();
  if (root === undefined || rest.length === 0) return rest;
  if (words.at(-1)?.startsWith('--')) return asOneWord(rest);
  if (!isNoun(root)) return rest;
  return words.length === 1 ? memberMeant(root, rest) : argumentsMeant(root, words, rest);
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

/** `add example.com`: adds the flag for the word. */
function argumentsMeant(
  root: Noun,
  words: readonly string[],
  rest: readonly string[],
): readonly string[] {
  const [first = '', ...others] = rest;
  const verb = root.members.find(({ name }) => name === words[1]);
  if (verb === undefined || isNoun(verb) || first.startsWith('-')) return rest;
  return [...(verb.suggestFlag?.(first) ?? [first]), ...others];
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
