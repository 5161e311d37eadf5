import { isUrl } from '../../../base/url.js';
import type { DocumentChoice } from '../../../contract/selectors.js';
import { type OptionSpec, text, texts, UsageError, withScheme } from '../../kit/index.js';

/** `--every 15m`; parsed by `readInterval`, which verbs load when they run. */
export const everyOption = text('TIME', 'how often to fetch the feed, such as 15m; auto or paused');

/** `--quiet-hours 22:00-06:00`; read by `scheduleSettings`, with the time zone. */
export const quietOption = text('HOURS', 'hours without fetches, such as 22:00-06:00; or none');

export const timeZoneOption = text(
  'ZONE',
  'time zone of --quiet-hours, such as Europe/Berlin (default: that of this machine)',
);

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

/** The choice named by `--from` of `feeds create`; any other value is a file or a pipe. */
export function documentChoice(from: string | undefined): DocumentChoice | undefined {
  return DOCUMENT_CHOICES.find((choice) => choice === from);
}

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
