import { plain } from '../kit/plain.js';
import type { Host } from '../terminal/host.js';
import { quoteForBash, readBashLine } from './bash-line.js';
import { suggest } from './suggest.js';
import { type Candidate, NOTHING, type Suggestions } from './suggestions.js';

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
    const text = shell === 'bash' ? await forBash(rest, host.env) : await forWords(rest, host.env);
    await host.streams.stdout.write(text);
  } catch {
    // Errors suggest nothing, see above.
  }
  return 0;
}

async function forWords(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { candidates, mode } = await quietly(words.slice(0, -1), words.at(-1) ?? '', env);
  const lines = candidates.map(({ value, description = '' }) => {
    const text = plain(description);
    return text === '' ? value : `${value}\t${text}`;
  });
  return [`:${mode}`, ...lines, ''].join('\n');
}

async function forBash(
  [type = '', wordBreaks = '', line = '']: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { words, current, quote, kept } = readBashLine(line, wordBreaks);
  const { candidates, mode } = await quietly(words.slice(1), current, env);
  const explains = candidates.length > 1 && !INSERTING.includes(type);
  const lines = candidates.map(({ value, description = '' }) => {
    const text = quoteForBash(value.slice(kept), quote);
    const why = explains ? cut(plain(description)) : '';
    return why === '' ? text : `${text}  (${why})`;
  });
  return [`:${mode}`, ...lines, ''].join('\n');
}

/** Removes values with line breaks or control characters, which cannot be typed. */
async function quietly(
  words: readonly string[],
  current: string,
  env: NodeJS.ProcessEnv,
): Promise<Suggestions> {
  try {
    const { candidates, mode } = await suggest(words, current, env);
    return { candidates: candidates.filter(isHarmless), mode };
  } catch {
    return NOTHING;
  }
}

function isHarmless({ value }: Candidate): boolean {
  return value !== '' && plain(value) === value;
}

function cut(text: string): string {
  return text.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
