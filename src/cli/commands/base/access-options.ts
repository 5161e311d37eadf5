import { text, texts } from '../../kit/index.js';

/**
 * What a source needs beside its address. Secrets are never arguments, only where they are;
 * `access-flags.ts` reads the values, when a verb runs.
 */
export const accessOptions = {
  header: texts(
    "'NAME: FROM'",
    'request header for the source; the value is in @FILE, env:NAME or - (standard input)',
  ),
  cookie: text('FROM', 'cookies for the source, such as a=b; c=d, in the same places'),
  basicAuth: text('FROM', 'user:password for the source, in the same places'),
  userAgent: text('TEXT', 'User-Agent for the source'),
  sourceProxy: text('FROM', 'HTTP proxy for this feed, in the same places; owner account only'),
};
