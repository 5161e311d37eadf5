import { ApiError } from '../../../client/errors.js';
import type { Selectors } from '../../../contract/requests.js';
import { CliError, shellCommand } from '../../kit/index.js';

/** "That page is a feed already, with other selectors", in words of the command line; else the error. */
export function explainOtherSelectors(error: unknown, selectors: Selectors | undefined): unknown {
  if (!(error instanceof ApiError) || error.code !== 'FEED_EXISTS') return error;
  const id = /\bfeed ([0-9A-Za-z]{16})\b/.exec(error.message)?.[1];
  if (id === undefined || selectors === undefined) return error;
  const flags = Object.entries(selectors).flatMap(([name, css]) => ['--select', `${name}=${css}`]);
  return new CliError(`The account has this page already: feed ${id}, with other selectors.`, {
    exitCode: 5,
    code: error.code,
    hint: `To read it with these: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
    cause: error,
  });
}
