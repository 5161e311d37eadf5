import { ROOT_ENTRIES } from '../commands/index.js';
import { shellCommand, UsageError } from '../kit/index.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';

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
  whoami: ['auth', 'status'],
  add: ['feeds', 'create'],
  new: ['feeds', 'create'],
  create: ['feeds', 'create'],
  ls: ['feeds', 'list'],
  list: ['feeds', 'list'],
  show: ['feeds', 'get'],
  get: ['feeds', 'get'],
  update: ['feeds', 'update'],
  edit: ['feeds', 'update'],
  rm: ['feeds', 'delete'],
  remove: ['feeds', 'delete'],
  delete: ['feeds', 'delete'],
  search: ['feeds', 'create', '--keyword'],
  backup: ['service', 'backup'],
  restore: ['service', 'restore'],
  check: ['service', 'check'],
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
  const meant = await commandMeant(error.message, argv, root);
  if (meant === undefined) return error;
  return new UsageError(error.message, { hint: `Did you mean: ${shellCommand(meant)}` });
}

async function commandMeant(
  message: string,
  argv: readonly string[],
  root: Noun | Verb | undefined,
): Promise<readonly string[] | undefined> {
  if (/^Unknown option '--format\b/.test(message)) return outputMeant(argv);
  const word = /^Unknown command '(.+)'\.$/.exec(message)?.[1];
  const at = word === undefined ? -1 : argv.indexOf(word);
  if (word === undefined || at < 0) return undefined;
  const before = argv.slice(0, at);
  const rest = argv.slice(at + 1);
  if (root === undefined) return rootMeant(word, before, rest);
  if (root.name === 'service' && Object.hasOwn(MOVED, word)) {
    const first = before.filter((each) => each !== 'service');
    return ['feedctl', ...first, MOVED[word] ?? word, ...rest];
  }
  const verb = verbMeant(word, nounOf(root, before));
  return verb === undefined ? undefined : ['feedctl', ...before, verb, ...rest];
}

async function rootMeant(
  word: string,
  before: readonly string[],
  rest: readonly string[],
): Promise<readonly string[] | undefined> {
  const words = Object.hasOwn(ROOTS, word) ? ROOTS[word] : undefined;
  if (words === undefined) return undefined;
  const file = rest[rest.indexOf('--from') + 1] ?? '';
  if (words[1] === 'create' && rest.includes('--from') && MANIFEST.test(file)) {
    return ['feedctl', ...before, 'import', file];
  }
  const entry = ROOT_ENTRIES.find(({ name }) => name === words[0]);
  const root = await entry?.load();
  const [next = '', ...others] = rest;
  if (root === undefined || rest.length === 0) return ['feedctl', ...before, ...words];
  const verb = verbMeant(next, nounOf(root, words));
  const tail = verb === undefined ? argumentsMeant(root, words, rest) : [verb, ...others];
  return ['feedctl', ...before, ...words, ...tail];
}

/** `add example.com`: adds the flag for the word. */
function argumentsMeant(
  root: Noun | Verb,
  words: readonly string[],
  rest: readonly string[],
): readonly string[] {
  const [first = '', ...others] = rest;
  const verb = isNoun(root) ? root.members.find(({ name }) => name === words[1]) : undefined;
  if (verb === undefined || isNoun(verb) || first.startsWith('-') || words.length > 2) return rest;
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
function outputMeant(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.findIndex((word) => /^--format(?:=|$)/.test(word));
  const joined = argv[at]?.slice('--format='.length) ?? '';
  const format = joined === '' ? argv[at + 1] : joined;
  if (format === undefined) return undefined;
  const rest = argv.slice(at + (joined === '' ? 2 : 1));
  return ['feedctl', ...argv.slice(0, at), '-o', format, ...rest];
}
