import { pino } from 'pino';
import { HIDDEN_CHARACTERS } from '../../base/hidden-characters.js';
import type { Logger } from '../core/logger.js';
import { errorLines } from './error-lines.js';
import { LogLines } from './log-lines.js';

/** What no log line may hold, wherever a library puts it. */
const SECRETS = [
  'authorization',
  'Authorization',
  'headers.authorization',
  'headers.Authorization',
  'req.headers.authorization',
  'apiSecret',
  'secret',
  'password',
].flatMap((path) => [path, `*.${path}`]);

/** Those of them that a line may have itself. */
const SECRET_NAMES: ReadonlySet<string> = new Set(SECRETS.filter((path) => /^\w+$/.test(path)));

const STDERR = 2;
/** How long a line may wait for others, in milliseconds: short to the eye, many requests under load. */
const LINE_DELAY_MS = 50;

export type LogFormat = 'json' | 'pretty';

interface LogOptions {
  /** `json`, one object a line, when left out; `pretty` for a person at a terminal. */
  format?: LogFormat | undefined;
  /** Where lines go instead of stderr. */
  write?: (line: string) => void;
}

/** The log of `serve`; times in ISO 8601. */
export function serviceLog(
  level: string,
  options: LogOptions | ((line: string) => void) = {},
): Logger {
  const { format = 'json', write }: LogOptions =
    typeof options === 'function' ? { write: options } : options;
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const written = write === undefined ? standardError() : { write };
  const lines = format === 'json' ? written : pretty(written);
  const plain = pino(settings, lines);
  const redacting = pino({ ...settings, redact: { paths: SECRETS, censor: '***' } }, lines);
  const logOf = (fields: object) => (mayHoldSecrets(fields) ? redacting : plain);
  return errorLines({
    info: (fields, message) => logOf(fields).info(fields, message),
    warn: (fields, message) => logOf(fields).warn(fields, message),
    error: (fields, message) => logOf(fields).error(fields, message),
  });
}

/** Looking for secrets is half of what a line costs; the line of a request has no place for one. */
function mayHoldSecrets(fields: object): boolean {
  return Object.entries(fields).some(
    ([name, value]) => SECRET_NAMES.has(name) || (typeof value === 'object' && value !== null),
  );
}

interface Lines {
  write(line: string): void;
}

function pretty(lines: Lines): Lines {
  return { write: (line) => lines.write(prettyLine(line)) };
}

/** The process has one standard error, whatever the number of logs that go there. */
let shared: Lines | undefined;

function standardError(): Lines {
  shared ??= gathering();
  return shared;
}

/**
 * Standard error, written a few times a second instead of once a line: that system call was a tenth
 * of what a short answer costs. What waits is written when the process ends, also by an exception.
 */
function gathering(): Lines {
  const lines = new LogLines(STDERR);
  process.once('exit', () => lines.finish());
  let isTimed = false;
  function later(): void {
    if (isTimed) return;
    isTimed = true;
    const timer = setTimeout(() => {
      isTimed = false;
      lines.flush();
      if (lines.isWaiting) later();
    }, LINE_DELAY_MS);
    timer.unref();
  }
  return {
    write(line) {
      lines.write(line);
      later();
    },
  };
}

/** Control characters and ends of lines. */
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * A line of the JSON log for a person: time of day (UTC), level unless it is "info", what happened,
 * and the other fields.
 */
export function prettyLine(json: string): string {
  const { time, level, msg, ...fields }: Record<string, unknown> = JSON.parse(json);
  const clock = typeof time === 'string' ? time.slice(11, 19) : '';
  const grave = level === 'info' ? [] : [String(level).toUpperCase()];
  const words = [clock, ...grave, ...logWords(msg, fields)];
  return `${words.join(' ').replace(UNSAFE, ' ').replace(HIDDEN_CHARACTERS, ' ')}\n`;
}

function logWords(msg: unknown, fields: Record<string, unknown>): string[] {
  if (msg !== 'request') return [String(msg), ...namedFieldsOf(fields)];
  const { method, path, status, ms, requestId: _, ...others } = fields;
  return [`${method} ${path} ${status} ${ms} ms`, ...namedFieldsOf(others)];
}

function namedFieldsOf(fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
