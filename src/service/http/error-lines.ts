import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';

/** A database that cannot be used is told of once in so many milliseconds by each who misses it. */
const AGAIN_AFTER_MS = 60_000;

/** What was said of one thing that keeps going wrong. */
interface Said {
  at: number;
  /** Lines left out since. */
  repeated: number;
}

/**
 * Writes errors for whoever runs the service. What it puts in words itself needs no stack: that is
 * for faults of ours. While the database cannot be used - its disk is full, its server away - every
 * loop fails a few times a second, with the same words: 11 MB of log an hour.
 * @param now milliseconds of a clock that nobody sets.
 */
export function errorLines(logger: Logger, now: () => number = () => performance.now()): Logger {
  const said = new Map<string, Said>();

  /** How many such lines were left out before this one; null when it is to be left out, too. */
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
