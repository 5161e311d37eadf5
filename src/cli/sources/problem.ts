import { CliError } from '../kit/index.js';
import type { Position } from './model.js';

/** Something wrong in a file. */
export interface Problem {
  at: Position;
  /** Without a full stop. */
  message: string;
}

/** More than these only hide the first. */
const MAX_SHOWN = 20;

/**
 * The error for a file with problems: the first one, in the form that editors jump to, then the
 * others in the order of the file.
 *
 * @param file its name as the user gave it
 */
export function invalidFile(
  file: string,
  problems: readonly Problem[],
  hint = 'Nothing was changed. Mend the file and run the command again.',
): CliError {
  const sorted = [...problems].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  const [first = '', ...rest] = sorted.map(({ at, message }) => {
    return `${file}:${at.line}:${at.column}: ${message}.`;
  });
  const shown = rest.slice(0, MAX_SHOWN);
  const left = rest.length - shown.length;
  if (left > 0) shown.push(`… and ${left} more.`);
  return new CliError(first, {
    exitCode: 2,
    code: 'INVALID_FILE',
    ...(shown.length === 0 ? {} : { detail: shown.join('\n') }),
    hint,
  });
}
