/**
 * The exit codes. Scripts rely on them, so a number never changes its meaning. The help of each
 * verb lists its codes.
 */
export const EXIT_CODES = {
  0: 'done',
  1: 'unexpected failure, or confirmation declined',
  2: 'wrong usage or invalid file',
  3: 'not found',
  4: 'not authenticated or not allowed',
  5: 'the service rejected the request',
  6: 'rate limited',
  7: 'network failure, timeout, server error or full disk',
  8: 'some of several items failed',
  9: 'the check found problems',
  10: 'changes are pending',
  130: 'interrupted (Ctrl-C)',
  143: 'terminated (SIGTERM, SIGHUP, SIGQUIT)',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** Codes that every verb may exit with; a verb lists only its own. */
export const COMMON_EXIT_CODES: readonly ExitCode[] = [0, 2];
