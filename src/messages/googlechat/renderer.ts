import { isObject } from '../../base/json.js';
import { escapeHtml } from '../../base/text.js';
import { failed, isSuccess, jsonObject } from '../answers.js';
import { messagePages } from '../pages.js';
import type { Renderer } from '../renderer.js';
import { byteLength, cutBytes, cutEscaped, cutText, withoutMentions } from '../text.js';
import type { UpdateItem } from '../update.js';
import { row } from './row.js';

/**
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create: a message
 * has at most 32,000 bytes, texts and cards together. A card shows 100 widgets
 * (https://developers.google.com/workspace/chat/api/reference/rest/v1/cards), and a space takes one
 * message a second (https://developers.google.com/workspace/chat/limits).
 */
const MAX_MESSAGE_BYTES = 32_000;
/** Bytes that are reserved for the card around the items, and for the text of notifications. */
const FRAME = 3000;
const MAX_ITEMS = 50;
const MAX_TITLE = 400;
const MAX_AUTHOR = 150;
const MAX_SNIPPET = 300;
const MAX_FALLBACK_BYTES = 1000;

export const renderer: Renderer = {
  addressProblem({ pathname, searchParams }) {
    if (!/\/v1\/spaces\/[^/]+\/messages\/?$/.test(pathname)) {
      return 'must be the address of a webhook: /v1/spaces/SPACE/messages?key=KEY&token=TOKEN';
    }
    const isWhole = searchParams.get('key') && searchParams.get('token');
    return isWhole ? null : 'must have the key and the token that the space shows with it';
  },

  render(update, { url }) {
    const { address, thread } = spaceTarget(url);
    const pages = messagePages(update, row, {
      entry: (item) => paragraph(cardEntry(item)),
      entries: MAX_ITEMS,
      size: MAX_MESSAGE_BYTES - FRAME,
      sizeOf: (widget) => byteLength(JSON.stringify(widget)),
    });
    return pages.map(({ title, entries, more }, index) => {
      const widgets = [...entries, ...more.map((text) => paragraph(`<i>${text}</i>`))];
      return {
        url: address,
        body: {
          // Notifications show this text, because they cannot show cards.
          fallbackText: cutBytes(
            withoutMentions(cardSummary(update.items, title)),
            MAX_FALLBACK_BYTES,
          ),
          cardsV2: [
            {
              cardId: `${update.id || 'update'}-${index + 1}`,
              card: { header: { title }, ...(widgets.length > 0 && { sections: [{ widgets }] }) },
            },
          ],
          ...thread,
        },
      };
    });
  },

  failure(answer) {
    const body = jsonObject(answer.body);
    const error = isObject(body?.error) ? body.error : null;
    if (isSuccess(answer) && typeof body?.name === 'string') return null;
    const code = typeof error?.code === 'number' ? error.code : answer.status;
    const said = typeof error?.message === 'string' ? error.message : 'no answer of the Chat API';
    const gone = error !== null && (code === 404 || code === 410);
    const isRefused = code === 401 || code === 403;
    return failed('Google Chat', answer, {
      said,
      gone: gone || answer.status === 410,
      limited: code === 429,
      ...((gone || isRefused) && {
        advice: 'Create a new webhook in the space and set its address.',
      }),
    });
  },
};

function paragraph(text: string) {
  return { textParagraph: { text } };
}

/** Texts of cards are HTML with a few tags; plain text in them cannot mention anyone. */
function cardEntry({ change, title, url, text, author }: UpdateItem): string {
  const name = cutEscaped(title, MAX_TITLE, escapeHtml);
  const head = url === '' ? `<b>${name}</b>` : `<a href="${escapeHtml(url)}">${name}</a>`;
  const mark = change === 'changed' ? ' (changed)' : '';
  const by = author === '' ? '' : ` · ${cutEscaped(author, MAX_AUTHOR, escapeHtml)}`;
  const snippet = cutEscaped(text, MAX_SNIPPET, escapeHtml).replaceAll('\n', '<br>');
  return [`${head}${mark}${by}`, snippet].filter((line) => line !== '').join('<br>');
}

function cardSummary([only, ...others]: readonly UpdateItem[], title: string): string {
  return only !== undefined && others.length === 0
    ? `${title}: ${cutText(only.title, 200)}`
    : title;
}

/**
 * Splits `threadKey` off the address: the body names the thread now, and a missing thread is
 * started.
 */
function spaceTarget(url: string | null): { address: string | null; thread: object } {
  if (url === null) return { address: null, thread: {} };
  const address = new URL(url);
  const threadKey = address.searchParams.get('threadKey');
  if (threadKey === null) return { address: address.href, thread: {} };
  address.searchParams.delete('threadKey');
  address.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  return { address: address.href, thread: { thread: { threadKey } } };
}
