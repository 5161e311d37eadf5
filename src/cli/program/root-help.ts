import { HELP_TOPICS, type HelpTopic, ROOT_ENTRIES, SUMMARY } from '../commands/index.js';
import { flagsOf, globalOptions } from '../kit/index.js';
import { bold, GLOBAL_OPTIONS_HEADING, globalFlags, wrapPhrases } from './help.js';

/** The commands of the first page, `feedctl --help`; it only names the others. */
const FIRST_COMMANDS: readonly string[] = [
  ...['feeds', 'items', 'preview', 'bundles', 'watch', 'health', 'import', 'serve'],
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

const EMBEDDED = `Without a login, feedctl uses its embedded service; data stays on this machine.`;

/** The help of the program itself: the first page, or in full every command. */
export function rootHelp({ full, width }: { full: boolean; width: number }): string {
  return full ? fullRootHelp() : firstPage(width);
}

/** `feedctl --help`: the first page. */
function firstPage(width: number): string {
  const first = ROOT_ENTRIES.filter(({ name }) => FIRST_COMMANDS.includes(name));
  const others = ROOT_ENTRIES.filter(({ name }) => !FIRST_COMMANDS.includes(name));
  const groups = [...new Set(others.flatMap(({ group }) => group ?? []))];
  return [
    `${bold('Usage:')} feedctl <command> [options]`,
    '',
    SUMMARY,
    '',
    ...section('Examples:', columns(FIRST_STEPS)),
    ...section('Commands:', columns(first.map(({ name, summary }) => [name, summary]))),
    ...section(
      'More commands:',
      columns(
        groups.map((group) => [
          group.replace(/:$/, ''),
          others.flatMap((each) => (each.group === group ? [each.name] : [])).join(', '),
        ]),
      ),
    ),
    ...section(
      GLOBAL_OPTIONS_HEADING,
      wrapPhrases([...globalFlags(), '-h, --help', '-V, --version'], width),
    ),
    ...section('More:', columns(MORE)),
    EMBEDDED,
    '',
  ].join('\n');
}

const MORE: readonly (readonly [string, string])[] = [
  ['feedctl COMMAND --help', 'the usual options of a command, with examples'],
  ['feedctl help COMMAND', 'all about a command; with --json as data'],
  ['feedctl help', 'every command, and the global options explained'],
  ['feedctl help TOPIC', HELP_TOPICS.join(', ')],
];

const TOPICS = HELP_TOPICS.map((name) => [`feedctl help ${name}`, TOPIC_SUMMARIES[name]] as const);

/** `feedctl help`: every command by group, and the global options. */
function fullRootHelp(): string {
  const groups = [...new Set(ROOT_ENTRIES.flatMap(({ group }) => group ?? []))];
  const options = Object.entries(globalOptions).map(
    ([key, spec]) => [flagsOf(key, spec), spec.summary] as const,
  );
  return [
    `${bold('Usage:')} feedctl <command> [options]`,
    '',
    SUMMARY,
    '',
    ...groups.flatMap((group) => {
      const members = ROOT_ENTRIES.filter((each) => each.group === group);
      return section(
        group,
        columns(
          members.map(({ name, summary }) => [name, summary]),
          12,
        ),
      );
    }),
    ...section('Options for every command:', [
      ...columns([
        ...options,
        ['-V, --version', 'print the version'],
        ['-h, --help', 'print help'],
      ]),
    ]),
    ...section('More:', columns([...MORE.slice(0, 2), ...TOPICS])),
    EMBEDDED,
    '',
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): string[] {
  return [bold(heading), ...lines, ''];
}

/** Two columns, the second one aligned. */
function columns(rows: readonly (readonly [string, string])[], minimum = 0): string[] {
  const width = Math.max(minimum, ...rows.map(([term]) => term.length));
  return rows.map(([term, does]) => `  ${term.padEnd(width)}  ${does}`);
}
