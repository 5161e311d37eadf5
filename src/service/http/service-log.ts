import { pino } from 'pino';
import { HIDDEN_CHARACTERS } from '../../base/hidden-characters.js';
import type { Logger } from '../core/logger.js';
import { errorLines } from './error-lines.js';
import { LogLines } from './log-lines.js';

/** Fields that no log line may contain, wherever a library puts them. */
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

/** Those that may be at the top level of a line. */
const SECRET_NAMES: ReadonlySet<string> = new Set(SECRETS.filter((path) => /^\w+$/.test(path)));

const STDERR = 2;
/** Maximum delay of a line, in milliseconds: not noticeable, but many requests under load. */
const LINE_DELAY_MS = 50;

export type LogFormat = 'json' | 'pretty';

interface LogOptions {
  /** `json` (default): one object per line; `pretty`: for a person at a terminal. */
  format?: LogFormat | undefined;
  /** Receives the lines in place of stderr. */
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

/**
 * True if a line may have secrets. Searching for them is half the cost of a line, and lines of
 * requests have no such field.
 */
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

/** The writer for standard error, shared by all logs of the process. */
let shared: Lines | undefined;

function standardError(): Lines {
  shared ??= gathering();
  return shared;
}

/**
 * Writes to standard error a few times per second, not once per line: that system call was a tenth
 * of the cost of a short answer. The rest is written when the process ends, also by an exception.
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

/** Control characters and line ends. */
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * A line of the JSON log for people: time of day (UTC), level unless it is "info", message, and the
 * other fields.
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
