import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * What a value must be, for a problem that zod found: `must be at most 1000 characters long`.
 * @param typeMismatch what to say of a value of a wrong type, in the terms of the reader's format
 */
export function requirementOf(
  issue: Issue,
  typeMismatch: (issue: z.core.$ZodIssueInvalidType) => string,
): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeMismatch(issue);
    case 'invalid_value':
      return isOfZod(issue.message)
        ? `must be ${oneOf(issue.values.map((value) => JSON.stringify(value)))}`
        : issue.message;
    case 'too_big':
      return `must be at most ${amount(issue.maximum, issue.origin)}`;
    case 'too_small':
      return issue.origin !== 'number' && issue.minimum === 1
        ? 'must not be empty'
        : `must be at least ${amount(issue.minimum, issue.origin)}`;
    default:
      return issue.message;
  }
}

/** `"a"`, `"a" or "b"`, `"a", "b" or "c"`. */
function oneOf(values: readonly string[]): string {
  return values.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** True for a message of zod itself, which is not written for users; schemas may have their own. */
function isOfZod(message: string): boolean {
  return message.startsWith('Invalid ');
}

function amount(count: number | bigint, origin: string): string {
  const isOne = Number(count) === 1;
  if (origin === 'string') return `${count} ${isOne ? 'character' : 'characters'} long`;
  if (origin === 'array') return `${count} ${isOne ? 'entry' : 'entries'} long`;
  return String(count);
}
