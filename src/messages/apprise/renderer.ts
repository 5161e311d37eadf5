import { failed, isSuccess, jsonObject } from '../answers.js';
import { messagePages, plainEntry } from '../pages.js';
import type { Renderer } from '../renderer.js';
import { cutText, withoutMentions } from '../text.js';
import { row } from './row.js';

/**
 * https://github.com/caronc/apprise-api: POST /notify/KEY with `title`, `body`, `type`, `format`; the
 * services behind it cut or split longer texts, each at its own limit. 204 means that the key has no
 * services, 424 that one of them failed.
 */
const MAX_TITLE = 250;
const MAX_BODY = 8000;
const MAX_SNIPPET = 280;
/** Room for "and 12 more". */
const FRAME = 60;

export const renderer: Renderer = {
  addressProblem: ({ pathname }) =>
    /\/notify(?:\/[^/]+)?\/?$/.test(pathname) ? null : 'must end in /notify/KEY',

  render(update, { url }) {
    const { address, urls } = appriseTarget(url);
    const pages = messagePages(update, row, {
      entry: (item) => plainEntry(item, MAX_SNIPPET),
      entries: 100,
      size: MAX_BODY - FRAME,
      sizeOf: (text) => text.length + 2,
    });
    return pages.map(({ title, entries, more }) => ({
      url: address,
      body: {
        ...urls,
        title: cutText(withoutMentions(title), MAX_TITLE),
        body: [...entries, ...more].join('\n\n') || withoutMentions(title),
        type: 'info',
        format: 'text',
      },
    }));
  },

  failure(answer) {
    const { error } = jsonObject(answer.body) ?? {};
    const said = typeof error === 'string' && error !== '' ? error : null;
    if (answer.status === 204) {
      return failed('Apprise', answer, { said: 'no services are configured for this key' });
    }
    if (isSuccess(answer) && said === null) return null;
    return failed('Apprise', answer, {
      said: said ?? answer.body,
      gone: answer.status === 410,
    });
  },
};

/** POST /notify takes the services in the body; in the address they would appear in logs. */
function appriseTarget(url: string | null): { address: string | null; urls: { urls?: string } } {
  if (url === null) return { address: null, urls: {} };
  const address = new URL(url);
  const urls = address.searchParams.get('urls');
  address.searchParams.delete('urls');
  return { address: address.href, urls: urls === null ? {} : { urls } };
}
