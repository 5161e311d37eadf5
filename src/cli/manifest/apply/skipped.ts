import type { UnusableEntry } from '../../sources/model.js';

/** Maximum number of lines printed; JSON has all of them. */
const MAX_LISTED = 100;

/** JSON of a skipped entry, printed beside the changes. */
export function skippedJson({ kind, title, value, problems }: UnusableEntry): object {
  const line = problems[0]?.at.line ?? 0;
  const error = { message: reason(problems), code: 'UNUSABLE_ENTRY' };
  return { action: 'skip', kind, title, value, line, ok: false, error };
}

/** One line per skipped entry: position, title, value and reason. */
export function skippedLines(file: string, skipped: readonly UnusableEntry[]): string[] {
  const listed = skipped.slice(0, MAX_LISTED).map(({ title, value, problems }) => {
    const { line, column } = problems[0]?.at ?? { line: 1, column: 1 };
    const name = [title === '' ? [] : `"${title}"`, value === '' ? [] : `<${value}>`].flat();
    return `${[`${file}:${line}:${column}:`, ...name].join(' ')}: ${reason(problems)}.`;
  });
  const rest = skipped.length - listed.length;
  return rest > 0 ? [...listed, `… and ${rest} more; use --json for all.`] : listed;
}

function reason(problems: UnusableEntry['problems']): string {
  return problems.map(({ message }) => message).join('; ');
}
