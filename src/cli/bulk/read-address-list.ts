import { webAddress } from '../sources/web-address.js';
import type { SourceRequest } from './make-feed.js';
import { addressProblem } from './source-address.js';

/** One address per line; skips blank lines and lines that start with `#`. */
export function readAddressList(lines: readonly string[]): SourceRequest[] {
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(wantedAddress);
}

/** Parses an address as pasted. */
export function wantedAddress(typed: string): SourceRequest {
  const input = typed.trim();
  const url = webAddress(input);
  const problem = addressProblem(url);
  if (problem === null) return { input, source: { url } };
  return { input, problem: [problem.message, problem.hint].filter(Boolean).join(' ') };
}
