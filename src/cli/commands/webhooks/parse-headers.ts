import { UsageError } from '../../kit/index.js';

/** A header line; names are tokens (RFC 9110, 5.6.2). */
const LINE = /^([!#$%&'*+.^_`|~\w-]+)\s*:[ \t]*(.*?)[ \t]*$/;

/** A request or status line, as tools print it above the headers. */
const FIRST_LINE = /^(?:HTTP\/[\d.]+ |[A-Z]+ \S+ HTTP\/)/;

/**
 * Headers from lines such as `webhook-id: msg_1`; empty lines and a first line are passed over, and
 * a name that comes twice has both values.
 *
 * @throws {UsageError} naming the line that is none
 */
export function parseHeaders(lines: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const raw of lines) {
    // `curl -v` puts an arrow before each line.
    const line = raw.replace(/\r$/, '').replace(/^[<>] ?/, '');
    if (line.trim() === '' || FIRST_LINE.test(line)) continue;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`"${line.slice(0, 100)}" is no header: write name: value.`);
    }
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), value];
  }
  return headers;
}
