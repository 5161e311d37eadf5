import { CliError } from '../kit/index.js';

/** The code of a failed system call, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** @param verb what failed: `read`, `written`, `created` */
export function outputError(verb: string, shown: string, error: unknown): CliError {
  return new CliError(`${shown} cannot be ${verb}.`, {
    exitCode: 1,
    code: 'OUTPUT_UNUSABLE',
    detail: error instanceof Error ? error.message : String(error),
    hint:
      errorCode(error) === 'ENOSPC'
        ? 'Free some space, and run the command again. The published files were not changed.'
        : 'Make the directory writable, or choose another one with --out.',
    cause: error,
  });
}
