import { failed, isSuccess, jsonObject } from '../answers.js';
import { messagePages, plainEntry } from '../pages.js';
import type { Renderer } from '../renderer.js';
import { byteLength, cutBytes } from '../text.js';
import { row } from './row.js';

/**
 * https://docs.ntfy.sh/publish/#limitations: a message of more than 4096 bytes becomes an attachment;
 * 60 requests at once, then one every 5 s. https://docs.ntfy.sh/publish/#publish-as-json: the topic
 * is in the body, which takes titles that are not ASCII.
 */
const MAX_MESSAGE_BYTES = 4096;
const MAX_TITLE_BYTES = 250;
const MAX_SNIPPET = 200;
/** Room for "and 12 more". */
const FRAME = 60;

export const renderer: Renderer = {
  addressProblem: ({ pathname }) =>
    /^\/(?:[^/]+\/)*[-\w]{1,64}\/?$/.test(pathname)
      ? null
      : 'must end in the name of a topic: letters, digits, _ and -, at most 64',

  render(update, { url }) {
    const pages = messagePages(update, row, {
      entry: (item) => plainEntry(item, MAX_SNIPPET),
      entries: 100,
      size: MAX_MESSAGE_BYTES - FRAME,
      sizeOf: (text) => byteLength(text) + 2,
    });
    const { address, topic } = target(url);
    const [first, ...others] = update.items;
    const click = first === undefined || others.length > 0 ? update.feed.url : first.url;
    return pages.map(({ title, entries, more }) => ({
      url: address,
      body: {
        ...topic,
        title: cutBytes(title, MAX_TITLE_BYTES),
        message: [...entries, ...more].join('\n\n') || title,
        ...(click !== '' && { click }),
      },
    }));
  },

  failure(answer) {
    const { error, http, code } = jsonObject(answer.body) ?? {};
    const status = typeof http === 'number' ? http : answer.status;
    if (isSuccess(answer) && status < 300 && error === undefined) return null;
    // Codes begin with the status. A 404 of a proxy in front of ntfy has no code.
    const isNotFound = status === 404 && typeof code === 'number';
    const needsAccess = status === 401 || status === 403;
    return failed('ntfy', answer, {
      said: typeof error === 'string' ? error : answer.body,
      gone: isNotFound || status === 410,
      limited: status === 429,
      ...(needsAccess && {
        advice: "The topic is protected: set --header 'Authorization: env:NTFY_AUTHORIZATION'.",
      }),
    });
  },
};

function target(url: string | null): { address: string | null; topic: { topic?: string } } {
  if (url === null) return { address: null, topic: {} };
  const address = new URL(url);
  const [, path = '/', topic = ''] = /^(.*\/)([^/]+)\/?$/.exec(address.pathname) ?? [];
  address.pathname = path;
  return { address: address.href, topic: { topic } };
}
