import { type GlobalOptions, UsageError } from '../../kit/index.js';

/**
 * Refuses the flags that choose another service, for commands that open the database themselves: an
 * ignored flag would let a user work on the wrong one.
 *
 * @param command as people type it
 * @param hint what to do instead
 * @throws {UsageError} for `--profile` and `--base-url`
 */
export function refuseService(
  { profile, baseUrl }: GlobalOptions,
  command: string,
  hint: (flag: string) => string,
): void {
  if (profile === undefined && baseUrl === undefined) return;
  const flag = profile === undefined ? '--base-url' : '--profile';
  throw new UsageError(`${command} opens a database directly and does not support ${flag}.`, {
    hint: hint(flag),
  });
}
