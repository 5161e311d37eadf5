import { firstLines } from '../../base/text.js';
import { CliError } from '../kit/index.js';

/** Position in a file; both numbers start at 1. */
export interface Position {
  line: number;
  column: number;
}

/** A problem in a file. */
export interface Problem {
  at: Position;
  /** Message without a full stop. */
  message: string;
}

/** Maximum number of problems printed. */
const MAX_SHOWN = 20;

/**
 * The error for an invalid file: the first problem in a form that editors can jump to, then the
 * others in file order.
 *
 * @param file its name as given by the user
 */
export function invalidFile(
  file: string,
  problems: readonly Problem[],
  hint = 'Nothing was changed. Fix the file and run the command again.',
): CliError {
  const sorted = [...problems].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  const [first = '', ...rest] = sorted.map(({ at, message }) => {
    return `${file}:${at.line}:${at.column}: ${message}.`;
  });
  const shown = firstLines(rest, MAX_SHOWN);
  return new CliError(first, {
    exitCode: 2,
    code: 'INVALID_FILE',
    ...(shown.length === 0 ? {} : { detail: shown.join('\n') }),
    hint,
  });
}

/** The error for a problem of the file as a whole. */
export function wrongAtStart(file: string, message: string): CliError {
  return invalidFile(file, [{ at: { line: 1, column: 1 }, message }]);
}

/** Finds the positions of offsets in a text. Lines end as on Unix, Windows or old Macs. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r?\n|\r/g)) starts.push(index + end.length);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
