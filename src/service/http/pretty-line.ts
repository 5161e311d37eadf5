/** What a terminal must not be sent: control characters, and those that turn the text around. */
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A line of the JSON log for a person: time of day (UTC), level unless it is "info", what happened,
 * and the other fields.
 */
export function prettyLine(json: string): string {
  const { time, level, msg, ...fields }: Record<string, unknown> = JSON.parse(json);
  const clock = typeof time === 'string' ? time.slice(11, 19) : '';
  const grave = level === 'info' ? [] : [String(level).toUpperCase()];
  const words = [clock, ...grave, ...wordsOf(msg, fields)];
  return `${words.join(' ').replace(UNSAFE, ' ')}\n`;
}

function wordsOf(msg: unknown, fields: Record<string, unknown>): string[] {
  if (msg !== 'request') return [String(msg), ...named(fields)];
  const { method, path, status, ms, requestId: _, ...others } = fields;
  return [`${method} ${path} ${status} ${ms} ms`, ...named(others)];
}

function named(fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
