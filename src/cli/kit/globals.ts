import { UsageError } from './errors.js';
import { choice, duration, flag, names, type OptionValues, text } from './options.js';

export const FORMATS = ['table', 'json', 'jsonl', 'yaml', 'csv', 'id'] as const;
export type Format = (typeof FORMATS)[number];

/** Options that every verb takes, before or after it. */
export const globalOptions = {
  json: flag('print what the service returned as JSON; no prompts, errors as JSON'),
  output: choice(FORMATS, 'FORMAT', 'how to print', { short: 'o' }),
  fields: names('A,B', 'print only these fields'),
  noHeader: flag('tables and CSV without the names of their columns'),
  profile: text('NAME', 'stored credentials to use'),
  baseUrl: text('URL', 'address of the service'),
  timeout: duration('TIME', 'longest wait for one answer, such as 30s'),
  noColor: flag('no colours, as NO_COLOR does'),
  noInput: flag('never ask anything'),
  yes: flag('do not ask before deleting', { short: 'y' }),
  quiet: flag('no notes and no progress on standard error', { short: 'q' }),
  debug: flag('show requests on standard error, secrets masked'),
};

export type GlobalOptions = OptionValues<typeof globalOptions>;

/** The format that `--json` and `--output` ask for together; table is the default. */
export function formatOf(globals: GlobalOptions): Format {
  if (!globals.json) return globals.output ?? 'table';
  if (globals.output === undefined || globals.output === 'json') return 'json';
  if (globals.output === 'jsonl') return globals.output;
  throw new UsageError(`--json and --output ${globals.output} contradict each other: give one.`);
}

/** True when a program reads the output: no prompts, no spinner, errors as JSON. */
export function isMachineReadable(globals: GlobalOptions): boolean {
  return globals.json || ['json', 'jsonl', 'yaml'].includes(globals.output ?? '');
}
