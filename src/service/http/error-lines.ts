import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';

/** Each loop logs an unavailable database once per this interval, in milliseconds. */
const AGAIN_AFTER_MS = 60_000;

/** The last log line of a repeated error. */
interface Said {
  at: number;
  /** Number of lines suppressed since. */
  repeated: number;
}

/**
 * Logs errors for the operator. Known errors have no stack trace, internal ones do. Repeated lines
 * are suppressed, because while the database is unavailable (disk full, server down), every loop
 * fails a few times per second: 11 MB of log per hour. @param now milliseconds of a monotonic clock
 */
export function errorLines(logger: Logger, now: () => number = () => performance.now()): Logger {
  const said = new Map<string, Said>();

  /** Number of lines suppressed before this one; null if this one is suppressed, too. */
  function leftOut(key: string): number | null {
    const last = said.get(key);
    if (last !== undefined && now() - last.at < AGAIN_AFTER_MS) {
      last.repeated += 1;
      return null;
    }
    said.set(key, { at: now(), repeated: 0 });
    return last?.repeated ?? 0;
  }

  const write = (level: 'warn' | 'error') => (fields: object, message: string) => {
    if (!('err' in fields && fields.err instanceof ServiceError)) {
      return logger[level](fields, message);
    }
    const { err, ...others } = fields;
    const line = { ...others, ...inWords(err as ServiceError) };
    if (line.code !== 'STORE_UNAVAILABLE') return logger[level](line, message);
    const repeated = leftOut(`${message}: ${line.reason}`);
    if (repeated === null) return;
    logger[level](repeated === 0 ? line : { ...line, repeated }, message);
  };
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: write('warn'),
    error: write('error'),
  };
}

function inWords({ code, message: reason, cause }: ServiceError) {
  return { code, reason, ...(cause instanceof Error ? { cause: cause.message } : {}) };
}
