import { describe } from '../../errors/describe.js';

/** What one check came to. */
export interface Check {
  check: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  /** The command that puts it right. */
  mend: string | null;
}

export function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, mend: null };
}

export function warn(check: string, detail: string, mend: string | null): Check {
  return { check, status: 'warn', detail, mend };
}

export function fail(check: string, detail: string, mend: string | null): Check {
  return { check, status: 'fail', detail, mend };
}

/** A check that could not be finished, in the words that any command would have failed with. */
export function failure(check: string, error: unknown): Check {
  const { message, detail, hint } = describe(error);
  return fail(check, [message, detail].filter(Boolean).join(' '), hint ?? null);
}
