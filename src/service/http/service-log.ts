import { destination, pino } from 'pino';
import type { Logger } from '../logger.js';

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

const STDERR = 2;

/**
 * The log of `serve`: one JSON object a line, times in ISO 8601.
 * @param write where lines go instead of stderr.
 */
export function serviceLog(level: string, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS, censor: '***' },
  };
  return pino(options, write === undefined ? destination(STDERR) : { write });
}
