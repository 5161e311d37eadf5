import { isObject } from '../../base/json.js';
import { escapeHtml } from '../../base/text.js';
import { failed, isSuccess, jsonObject } from '../answers.js';
import { messagePages } from '../pages.js';
import type { Renderer } from '../renderer.js';
import { cutEscaped, withoutMentions } from '../text.js';
import type { UpdateItem } from '../update.js';
import { row } from './row.js';

/**
 * https://core.telegram.org/bots/api#sendmessage: 4096 characters after the entities are parsed; the
 * markup counts here, too. https://core.telegram.org/bots/faq: one message a second to a chat, 20 a
 * minute to a group.
 */
const MAX_MESSAGE = 4096;
const MAX_TITLE = 400;
const MAX_AUTHOR = 150;
const MAX_SNIPPET = 250;
/** Room for the headline, whose title has at most 250 characters, and for "and 12 more". */
const FRAME = 700;

export const renderer: Renderer = {
  addressProblem({ pathname, searchParams }) {
    if (!/\/bot[^/]+\/sendMessage\/?$/i.test(pathname)) {
      return 'must end in /botTOKEN/sendMessage';
    }
    return searchParams.get('chat_id') ? null : 'must have ?chat_id= with the id of the chat';
  },

  render(update, { url }) {
    const { address, recipient } = chatTarget(url);
    const pages = messagePages(update, row, {
      entry,
      entries: 100,
      size: MAX_MESSAGE - FRAME,
      sizeOf: (text) => text.length + 2,
    });
    return pages.map(({ title, entries, more }) => ({
      url: address,
      body: {
        ...recipient,
        text: [`<b>${cutEscaped(title, 600, inert)}</b>`, ...entries, ...more].join('\n\n'),
        parse_mode: 'HTML',
        // A preview of the first of several links would hide the others.
        link_preview_options: { is_disabled: update.items.length > 1 },
      },
    }));
  },

  failure(answer) {
    const body = jsonObject(answer.body);
    if (isSuccess(answer) && body?.ok === true) return null;
    const { error_code, description, parameters } = body ?? {};
    const code = typeof error_code === 'number' ? error_code : answer.status;
    const said = typeof description === 'string' ? description : 'no answer of the Bot API';
    const moved = isObject(parameters) ? parameters.migrate_to_chat_id : undefined;
    const isBlocked = code === 403 && /blocked|kicked|deactivated|not a member/i.test(said);
    // 401 and 404 mean that the token is wrong or was revoked.
    const gone = code === 401 || code === 404 || code === 410 || isBlocked;
    return failed('Telegram', answer, {
      said,
      gone,
      limited: code === 429,
      ...(moved !== undefined && {
        advice: `The group has a new id: set the address with chat_id=${String(moved)}.`,
      }),
      ...(gone && { advice: 'Check the token of the bot, and that it is a member of the chat.' }),
    });
  },
};

function entry({ change, title, url, text, author }: UpdateItem): string {
  const name = cutEscaped(title, MAX_TITLE, inert);
  const linked = url === '' ? name : `<a href="${escapeHtml(url)}">${name}</a>`;
  // Escaping makes an address with ampersands longer, so it is left out if it fills half of the
  // message.
  const head = linked.length > MAX_MESSAGE / 2 ? name : linked;
  const mark = change === 'changed' ? ' (changed)' : '';
  const by = author === '' ? '' : ` · ${cutEscaped(author, MAX_AUTHOR, inert)}`;
  const snippet = cutEscaped(text, MAX_SNIPPET, inert);
  return [`${head}${mark}${by}`, snippet].filter((line) => line !== '').join('\n');
}

/** Breaks `@name` and `/command`, which Telegram links anywhere in a text. */
function inert(text: string): string {
  return escapeHtml(withoutMentions(text));
}

/** Splits the chat off the address: the body names it. The token stays in the address. */
function chatTarget(url: string | null): {
  address: string | null;
  recipient: Record<string, string>;
} {
  if (url === null) return { address: null, recipient: {} };
  const address = new URL(url);
  const recipient = Object.fromEntries(address.searchParams);
  address.search = '';
  return { address: address.href, recipient };
}
