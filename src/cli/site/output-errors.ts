import { errorCode, messageOf } from '../../base/errors.js';
import { CliError } from '../kit/index.js';

/** @param verb what failed: `read`, `written`, `created` */
export function outputError(verb: string, shown: string, error: unknown): CliError {
  return new CliError(`${shown} cannot be ${verb}.`, {
    exitCode: 1,
    code: 'OUTPUT_UNUSABLE',
    detail: messageOf(error),
    hint:
      errorCode(error) === 'ENOSPC'
        ? 'Free some space, and run the command again. The published files were not changed.'
        : 'Make the directory writable, or choose another one with --out.',
    cause: error,
  });
}
