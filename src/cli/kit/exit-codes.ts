/**
 * The exit codes and what they promise. Scripts rely on them, so a number never changes its meaning;
 * every verb's help prints those it can end with.
 */
export const EXIT_CODES = {
  0: 'done',
  1: 'unexpected failure, or you answered no',
  2: 'wrong usage, or a file that does not parse',
  3: 'not found',
  4: 'not authenticated, or not allowed',
  5: 'the service rejected the request',
  6: 'rate limited',
  7: 'network failure, timeout, or a failing service',
  8: 'some of several failed',
  9: 'the check found something',
  10: 'changes are pending',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** Codes that any verb may end with, so a verb lists only its own. */
export const COMMON_EXIT_CODES: readonly ExitCode[] = [0, 2];
