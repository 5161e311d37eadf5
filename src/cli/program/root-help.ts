import {
  HELP_TOPICS,
  type HelpTopic,
  ROOT_ENTRIES,
  type RootEntry,
  SUMMARY,
} from '../commands/index.js';
import { flagsOf, globalOptions } from '../kit/index.js';
import { bold, globalFlags, wrapPhrases } from './help.js';

/** The commands of the first page, `feedctl --help`; it only names the others. */
const FIRST_COMMANDS = [
  'feeds',
  'items',
  'preview',
  'bundles',
  'watch',
  'health',
  'import',
  'serve',
];

const TOPIC_SUMMARIES: Readonly<Record<HelpTopic, string>> = {
  environment: 'environment variables',
  'exit-codes': 'exit codes',
  output: 'formats, fields and -q',
};

const FIRST_STEPS = [
  ['feedctl feeds create https://example.com/news', 'Turn a page into a feed'],
  ["feedctl feeds create --keyword 'solar sails'", 'Follow the news about something'],
  ['feedctl items --since 24h', 'Show what is new'],
] as const;

const MORE = [
  ['feedctl COMMAND --help', 'the usual options of a command, with examples'],
  ['feedctl help COMMAND', 'all about a command; with --json as data'],
] as const;

/** Headings with their lines. */
type Sections = readonly (readonly [heading: string, lines: readonly string[]])[];

/** The help of the program itself: the first page, or in full every command. */
export function rootHelp({ full, width }: { full: boolean; width: number }): string {
  const sections = full ? everything() : firstPage(width);
  return [
    `${bold('Usage:')} feedctl <command> [options]`,
    ...['', SUMMARY, ''],
    ...sections.flatMap(([heading, lines]) => [bold(heading), ...lines, '']),
    'Without a login, feedctl uses its embedded service; data stays on this machine.',
    '',
  ].join('\n');
}

/** `feedctl --help` */
function firstPage(width: number): Sections {
  const isFirst = ({ name }: RootEntry) => FIRST_COMMANDS.includes(name);
  const groups = byGroup(ROOT_ENTRIES.filter((entry) => !isFirst(entry)));
  return [
    ['Examples:', columns(FIRST_STEPS)],
    ['Commands:', summaries(ROOT_ENTRIES.filter(isFirst))],
    [
      'More commands:',
      columns(
        groups.map(([group, entries]) => [
          group.replace(/:$/, ''),
          entries.map(({ name }) => name).join(', '),
        ]),
      ),
    ],
    ['Global options:', wrapPhrases([...globalFlags(), '-h, --help', '-V, --version'], width)],
    [
      'More:',
      columns([
        ...MORE,
        ['feedctl help', 'every command, and the global options explained'],
        ['feedctl help TOPIC', HELP_TOPICS.join(', ')],
      ]),
    ],
  ];
}

/** `feedctl help` */
function everything(): Sections {
  const options = Object.entries(globalOptions).map(
    ([key, spec]) => [flagsOf(key, spec), spec.summary] as const,
  );
  const topics = HELP_TOPICS.map(
    (name) => [`feedctl help ${name}`, TOPIC_SUMMARIES[name]] as const,
  );
  return [
    ...byGroup(ROOT_ENTRIES).map(([group, entries]) => [group, summaries(entries)] as const),
    [
      'Options for every command:',
      columns([...options, ['-V, --version', 'print the version'], ['-h, --help', 'print help']]),
    ],
    ['More:', columns([...MORE, ...topics])],
  ];
}

function byGroup(entries: readonly RootEntry[]): [group: string, entries: RootEntry[]][] {
  const groups = [...new Set(entries.flatMap(({ group }) => group ?? []))];
  return groups.map((group) => [group, entries.filter((entry) => entry.group === group)]);
}

function summaries(entries: readonly RootEntry[]): string[] {
  return columns(
    entries.map(({ name, summary }) => [name, summary]),
    12,
  );
}

/** Two columns, the second one aligned. */
function columns(rows: readonly (readonly [string, string])[], minimum = 0): string[] {
  const width = Math.max(minimum, ...rows.map(([term]) => term.length));
  return rows.map(([term, does]) => `  ${term.padEnd(width)}  ${does}`);
}
