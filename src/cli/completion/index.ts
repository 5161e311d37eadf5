import { plainOutput } from '../kit/plain.js';
import type { Host } from '../terminal/host.js';
import { quoteForBash, readBashLine } from './bash-line.js';
import { suggest } from './suggest.js';
import { NOTHING } from './suggestions.js';

/** COMP_TYPE values of keys that insert candidates unchanged. */
const INSERTING = ['37', '42'];

const MAX_DESCRIPTION_LENGTH = 60;

/**
 * `feedctl __complete SHELL …`, called by the completion scripts. Prints a line with the mode for
 * the shell (`:plain`, `:open`, `:files`, `:directories`), then one candidate per line, for zsh and
 * fish with a tab and a description.
 *
 * - `bash COMP_TYPE COMP_WORDBREAKS LINE` with the line up to the cursor
 * - `zsh WORD…`, `fish WORD…` with the words after `feedctl`, the last one unfinished
 *
 * Errors cannot be shown at a prompt: on any failure, nothing is suggested.
 */
export async function runCompletion(argv: readonly string[], host: Host): Promise<0> {
  const [shell, ...rest] = argv;
  try {
    const lines = await (shell === 'bash' ? forBash : forWords)(rest, host.env);
    await host.streams.stdout.write([...lines, ''].join('\n'));
  } catch {
    // Errors suggest nothing, see above.
  }
  return 0;
}

async function forWords(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const { candidates, mode } = await harmless(words.slice(0, -1), words.at(-1) ?? '', env);
  return [
    `:${mode}`,
    ...candidates.map(({ value, description }) =>
      description === '' ? value : `${value}\t${description}`,
    ),
  ];
}

async function forBash(
  [type = '', wordBreaks = '', line = '']: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const { words, current, quote, kept } = readBashLine(line, wordBreaks);
  const { candidates, mode } = await harmless(words.slice(1), current, env);
  const explains = candidates.length > 1 && !INSERTING.includes(type);
  return [
    `:${mode}`,
    ...candidates.map(({ value, description }) => {
      const text = quoteForBash(value.slice(kept), quote);
      return explains && description !== '' ? `${text}  (${cutDescription(description)})` : text;
    }),
  ];
}

/** Removes values with line breaks or control characters, which cannot be typed. */
async function harmless(words: readonly string[], current: string, env: NodeJS.ProcessEnv) {
  const { candidates, mode } = await suggest(words, current, env).catch(() => NOTHING);
  return {
    mode,
    candidates: candidates
      .filter(({ value }) => value !== '' && plainOutput(value) === value)
      .map(({ value, description = '' }) => ({ value, description: plainOutput(description) })),
  };
}

function cutDescription(text: string): string {
  return text.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
