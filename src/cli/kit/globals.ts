import { UsageError } from './errors.js';
import { address, choice, duration, flag, names, type OptionValues, text } from './options.js';

interface FormatFacts {
  /** True if programs read it: no questions, no spinner, errors as JSON. */
  machine: boolean;
  /** Description in `feedctl help output`, one entry per line. */
  help: readonly string[];
}

/** Every output format; `output/formats.ts` prints them. */
const FORMAT_FACTS = {
  table: {
    machine: false,
    help: [
      'for people. On a terminal it is fitted to the width: addresses are shortened in the',
      'middle and texts at their end, then columns without room are left out; ids are never',
      'cut, and times are told as "3 h ago". Terminals that can show addresses as links. In a',
      'pipe the same columns are parted by tabs, complete, with times as the service gave them.',
    ],
  },
  json: {
    machine: true,
    help: [
      'what the service returned, unknown fields kept. One id or address gives an object, a',
      'list gives an array, [] when there is nothing. Control characters are escaped.',
    ],
  },
  jsonl: {
    machine: true,
    help: ['one JSON object a line, printed as it arrives (https://jsonlines.org).'],
  },
  yaml: { machine: true, help: ['the same as json, in YAML.'] },
  csv: {
    machine: false,
    help: [
      'RFC 4180 with a heading; cells a spreadsheet would run as a formula begin with a quote,',
      'and control characters are left out.',
    ],
  },
  id: {
    machine: false,
    help: ['only the ids, one a line, for xargs and for commands that read ids from -.'],
  },
} as const satisfies Record<string, FormatFacts>;

export type Format = keyof typeof FORMAT_FACTS;
export const FORMATS = Object.keys(FORMAT_FACTS).filter(isFormat);

function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMAT_FACTS, name);
}

/** The formats as `feedctl help output` lists them. */
export function formatsHelp(): string {
  return FORMATS.map(
    (name) => `  ${name.padEnd(7)} ${FORMAT_FACTS[name].help.join(`\n${' '.repeat(10)}`)}`,
  ).join('\n');
}

/** Options of every verb, accepted before or after it. */
export const globalOptions = {
  json: flag('print what the service returned as JSON; no prompts, errors as JSON'),
  output: choice(FORMATS, 'FORMAT', 'output format', { short: 'o' }),
  fields: names('A,B', 'print only these fields'),
  noHeader: flag('omit the heading of tables and CSV'),
  profile: text('NAME', 'profile to use'),
  baseUrl: address('URL', 'address of the service'),
  timeout: duration('TIME', 'request timeout, such as 30s'),
  color: flag('print colours also into a pipe, like FORCE_COLOR'),
  noColor: flag('disable colours, like NO_COLOR'),
  noInput: flag('never prompt'),
  yes: flag('confirm deletions', { short: 'y' }),
  quiet: flag('print only failures and requested data', { short: 'q' }),
  debug: flag('log requests to standard error, with secrets masked'),
};

export type GlobalOptions = OptionValues<typeof globalOptions>;

/** The format of `--json` and `--output`, otherwise the default of the user, otherwise a table. */
export function formatOf(globals: GlobalOptions, preset: Format = 'table'): Format {
  if (!globals.json) return globals.output ?? preset;
  if (globals.output === undefined || globals.output === 'json') return 'json';
  if (globals.output === 'jsonl') return globals.output;
  throw new UsageError(`--json and --output ${globals.output} cannot be combined.`);
}

/** True when a program reads the output: no prompts, no spinner, errors as JSON. */
export function isMachineReadable(format: Format): boolean {
  return FORMAT_FACTS[format].machine;
}
