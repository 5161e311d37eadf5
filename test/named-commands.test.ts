import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { sourceFiles } from '../scripts/import-graph.js';
import { ROOT_ENTRIES } from '../src/cli/commands/index.js';
import { formsOf, globalOptions, type OptionSpecs, UsageError } from '../src/cli/kit/index.js';
import { readCommandLine } from '../src/cli/program/command-line.js';
import { COMMANDS } from '../src/cli/program/synonyms.js';
import { openStreams, type Streams } from '../src/cli/terminal/streams.js';
import { isNoun } from '../src/cli/verbs/verb.js';

/** A command as a text names it. */
interface Named {
  where: string;
  /** The words after `feedctl`. */
  words: readonly string[];
  /** Nothing follows it; in a sentence, words of the sentence do. */
  alone: boolean;
}

const FOLDERS = ['docs', 'deploy', 'examples'];
const PAGES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:\.(?:md|sh|ya?ml|service|1)|Dockerfile|crontab)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
/** docs/cli holds the help of every command, with its examples. */
const FILES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...PAGES],
  ...sourceFiles().map((file) => `src/${file}`),
];

const { stdout } = openStreams(
  { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() },
  { env: {}, noColor: true },
);

it('every command that a message, a help page or a document names is one that parses', async () => {
  const named = [
    ...FILES.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...commandsIn(file, text), ...wordListsIn(file, text)];
    }),
    ...Object.entries(COMMANDS).flatMap(([typed, meant]) =>
      meant.map((command) => ({
        where: `instead of ${typed}`,
        words: wordsOf(command.replace(' …', '')),
        alone: true,
      })),
    ),
  ];
  const wrong = new Set<string>();
  for (const { where, words, alone } of named) {
    const problem = alone ? await problemOf(words) : await problemInSentence(words);
    if (problem !== null) wrong.add(`${where}: feedctl ${words.join(' ')}: ${problem}`);
  }
  expect(named.length).toBeGreaterThan(900);
  expect([...wrong]).toEqual([]);
});

it('CHANGELOG.md names commands, not words for which feedctl suggests another one', () => {
  const spans = readFileSync('CHANGELOG.md', 'utf8').matchAll(/`([a-z]+(?: [a-z]+)?)`/g);
  const renamed = ['audit', 'repair', 'check', 'service check', 'feeds refetch', 'webhooks replay'];
  for (const word of renamed) expect(COMMANDS).toHaveProperty([word]);
  expect(
    [...spans].map(([, words]) => words).filter((words) => renamed.includes(words ?? '')),
  ).toEqual([]);
});

/** What stands in place of a value that only a run of the program knows. */
const UNKNOWN = 'X1';

/** The commands in a text: after `feedctl`, where no other word precedes it. */
function commandsIn(where: string, text: string): Named[] {
  const joined = text
    .replace(/ *\\\n\s*/g, ' ')
    .replace(/\\fB|\\fI|\\fR/g, '')
    .replace(/\\-/g, '-')
    .replace(/\\\(aq/g, "'")
    .replace(/\\\(dq/g, '"');
  const isSource = where.startsWith('src/');
  let fenced = /\.(?:sh|1)$/.test(where);
  return joined.split('\n').flatMap((line, at) => {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (isSource && /^\s*(?:\/?\*|\/\/)/.test(line)) return [];
    return [...line.matchAll(/(?<![\w/.@-])feedctl (?=\S)/g)].map((found) => {
      const before = line.slice(0, found.index);
      const words = wordsOf(line.slice(found.index + found[0].length));
      // In a document behind a backtick, in a message behind a colon.
      const alone = isSource
        ? /: $/.test(before)
        : /`$/.test(before) || (fenced && /(?:^[\s$]*|[|;&] )$/.test(before));
      return { where: `${where}:${at + 1}`, words, alone };
    });
  });
}

/** Word lists of the sources: `['feedctl', 'feeds', 'update', id]`. */
function wordListsIn(where: string, text: string): Named[] {
  return [...text.matchAll(/\['feedctl', ([^\]]*)\]/g)].map(([, list = '']) => ({
    where,
    words: list
      .split(',')
      .map((word) => /^\s*'([^']*)'\s*$/.exec(word)?.[1] ?? (word.includes('...') ? '' : UNKNOWN))
      .filter((word) => word !== ''),
    alone: !list.includes('...'),
  }));
}

/** The words of a command, as a shell reads them, up to its end or the end of the text around it. */
function wordsOf(text: string): string[] {
  const known = text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, UNKNOWN).replace(/\$\w+/g, UNKNOWN);
  const words: string[] = [];
  const word =
    /\s*(?:(?:'([^']*)'|"([^"]*)")(?=[\s).,`]|$)|([^\s'"`|<>&;()#]+(?:(?<==|: ?)(?:'[^']*'|"[^"]*"))?))/y;
  for (;;) {
    const found = word.exec(known);
    if (found === null) return words;
    const plain = found[3];
    const end = plain === undefined ? null : /(?:[.,;:]|\\n.*|\\.*)$/.exec(plain);
    words.push(
      (found[1] ?? found[2] ?? plain?.slice(0, end?.index) ?? '').replace(/=['"](.*)['"]$/, '=$1'),
    );
    if (end !== null || !/^[ \t]/.test(known.slice(word.lastIndex))) return words;
  }
}

/** Words that stand for values: FEED, N, [URL...], …, a value that is only known at run time. */
const PLACEHOLDER = /^(?:[[<]?[A-Z][A-Z0-9_|./:-]*[\].>]*|.*X1.*|….*|.*…)$/;

async function problemOf(words: readonly string[]): Promise<string | null> {
  const [first = ''] = words;
  if (
    PLACEHOLDER.test(first) ||
    !/^[<[-]?-?[a-z]/.test(first) ||
    first === '-' ||
    /^[[<]/.test(first) ||
    first === '__complete'
  )
    return null;
  try {
    await readCommandLine(
      words.filter((word) => word !== '…' && !word.startsWith('[')),
      { stdout } as Streams,
    );
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // A command by its name only, as a sentence names it.
    if (words.includes(UNKNOWN) && error.message.startsWith('Too many arguments')) return null;
    if (/ is missing| requires a value: /.test(error.message)) return null;
    const [, value] = /["']([^"']*)["']\.?$/.exec(error.message) ?? [];
    return value !== undefined && PLACEHOLDER.test(value) ? null : error.message;
  }
}

/** In a sentence a command is known by its name; its flags have to exist. */
async function problemInSentence(words: readonly string[]): Promise<string | null> {
  const [first = ''] = words;
  const entry = ROOT_ENTRIES.find(({ name }) => name === first);
  if (entry === undefined) return Object.hasOwn(COMMANDS, first) ? 'is no command' : null;
  const root = await entry.load();
  const member = isNoun(root) ? root.members.find(({ name }) => name === words[1]) : root;
  if (member === undefined || isNoun(member)) return null;
  const flags = flagsOf({ ...globalOptions, ...member.options });
  const wrong = words.find(
    (word) => /^--?[a-z]/.test(word) && !flags.has(word.split('=')[0] ?? ''),
  );
  return wrong === undefined ? null : `has no ${wrong}`;
}

function flagsOf(specs: OptionSpecs): Set<string> {
  return new Set(['--help', '-h', ...Object.entries(specs).flatMap((each) => formsOf(...each))]);
}
