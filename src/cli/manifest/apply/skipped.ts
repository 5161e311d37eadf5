import type { UnusableEntry } from '../../sources/model.js';

/** More of them only hide what else there is to say; programs get all. */
const MAX_LISTED = 100;

/** An entry of the file that was left out, as programs see it beside the changes. */
export function skippedJson({ kind, title, value, problems }: UnusableEntry): object {
  const line = problems[0]?.at.line ?? 0;
  const error = { message: reason(problems), code: 'UNUSABLE_ENTRY' };
  return { action: 'skip', kind, title, value, line, ok: false, error };
}

/** A line for each entry that was left out: place, title, value and reason. */
export function skippedLines(file: string, skipped: readonly UnusableEntry[]): string[] {
  const listed = skipped.slice(0, MAX_LISTED).map(({ title, value, problems }) => {
    const { line, column } = problems[0]?.at ?? { line: 1, column: 1 };
    const name = [title === '' ? [] : `"${title}"`, value === '' ? [] : `<${value}>`].flat();
    return `${[`${file}:${line}:${column}:`, ...name].join(' ')}: ${reason(problems)}.`;
  });
  const rest = skipped.length - listed.length;
  return rest > 0 ? [...listed, `… and ${rest} more; all of them with --json.`] : listed;
}

function reason(problems: UnusableEntry['problems']): string {
  return problems.map(({ message }) => message).join('; ');
}
