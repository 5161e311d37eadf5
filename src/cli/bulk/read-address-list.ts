import { webAddress } from '../sources/web-address.js';
import type { SourceRequest } from './make-feed.js';
import { addressProblem } from './source-address.js';

/** One address a line; blank lines and lines that begin with `#` are left out. */
export function readAddressList(lines: readonly string[]): SourceRequest[] {
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(wantedAddress);
}

/** An address as people paste it. */
export function wantedAddress(typed: string): SourceRequest {
  const input = typed.trim();
  const url = webAddress(input);
  const problem = addressProblem(url);
  if (problem === null) return { input, source: { url } };
  return { input, problem: [problem.message, problem.hint].filter(Boolean).join(' ') };
}
