import { isUrl } from '../../../base/url.js';
import type { DocumentChoice } from '../../../contract/selectors.js';
import { type OptionSpec, text, texts, UsageError, withScheme } from '../../kit/index.js';

const spec = text('URL', 'address of an image, or "" for none');

/** `--icon example.com/icon.png`: the address with its scheme. */
export const iconOption: OptionSpec<string | undefined> = {
  ...spec,
  parse(given, flag) {
    const typed = spec.parse(given, flag);
    if (typed === undefined || typed === '') return typed;
    const address = withScheme(typed) ?? typed.trim();
    if (/^https?:/i.test(address) && isUrl(address)) return address;
    throw new UsageError(`${flag} takes an http or https address, not "${typed}".`);
  },
};

/** Which document of an address is read. Listed here so that start-up does not load the contract. */
export const DOCUMENT_CHOICES = ['auto', 'html', 'feed'] as const satisfies DocumentChoice[];

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
