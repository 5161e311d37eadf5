import type { HelpTopic } from '../commands/index.js';
import { EXIT_CODES, formatsHelp } from '../kit/index.js';
import { environment } from './environment.js';

export { wrapHelp } from './wrap-help.js';

const TEXTS: Readonly<Record<HelpTopic, () => string>> = {
  environment,
  'exit-codes': exitCodes,
  output,
};

/** Text of `feedctl help TOPIC`. */
export function helpOn(topic: HelpTopic): string {
  return TEXTS[topic]();
}

/** `feedctl help exit-codes` */
export function exitCodes(): string {
  const lines = Object.entries(EXIT_CODES).map(
    ([code, meaning]) => `  ${code.padEnd(5)}${meaning}`,
  );
  return `Exit codes of feedctl

Scripts may rely on them: a number never changes its meaning. The help of each command lists those
it can end with.

${lines.join('\n')}

  8    Of several, some were done: each is reported, and the failures again at the end. When only
       one was asked for, the code is that of its own failure.
  9    health and doctor found something; they worked all right.
  10   plan --detailed-exitcode, and health --fix --dry-run: there is something to apply.

A reader that closes the pipe, as head does, ends a command quietly with 0.

With --json, an error is one line of JSON on standard error:
  {"error":{"message":"…","code":"FEED_NOT_FOUND","statusCode":404,"exitCode":3,"hint":"…"}}
`;
}

/** `feedctl help output` */
export function output(): string {
  return `Output of feedctl

Results go to standard output; notes, progress, questions and errors to standard error.

Formats (-o, --output FORMAT; --json is short for json):
${formatsHelp()}

Options:
  --fields A,B   only these fields, in this order; a path such as items.title reaches into lists.
                 The help of each command shows its fields.
  --no-header    table and csv without the names of their columns
  -q, --quiet    no notes and no progress, and only failures of commands that change or fetch
                 something, for cron; formats and fields that you ask for are printed
  --no-color     no colours; NO_COLOR does the same for all programs,
                 and CLICOLOR_FORCE or FORCE_COLOR give colours into a pipe, too
  --color        colours also into a pipe, such as less -R, whatever those variables say

--json, jsonl and yaml also mean: no questions, no spinner, errors as JSON on standard error.

For anything else there is jq:
  feedctl feeds list --all --json | jq -r '.[] | select(.is_active | not) | .id'
`;
}
