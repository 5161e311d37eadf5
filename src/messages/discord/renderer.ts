import { failed, isSuccess, jsonObject } from '../answers.js';
import { markedTitle, messagePages } from '../pages.js';
import type { Renderer } from '../renderer.js';
import { cutEscaped, cutText, escapeMarkdown } from '../text.js';
import type { UpdateItem } from '../update.js';
import { row } from './row.js';

/**
 * https://docs.discord.com/developers/resources/message#embed-object-embed-limits and
 * https://docs.discord.com/developers/resources/webhook#execute-webhook: 10 embeds, 6000 characters
 * in all embeds of a message, 256 in a title, 4096 in a description, 256 in an author, 2000 in
 * `content`. A webhook takes 5 requests in 2 s and 30 a minute
 * (https://docs.discord.com/developers/topics/rate-limits: read from the answers).
 */
const MAX_EMBEDS = 10;
const MAX_EMBED_CHARACTERS = 6000;
const MAX_TITLE = 256;
const MAX_AUTHOR = 256;
const MAX_CONTENT = 2000;
const MAX_SNIPPET = 280;

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const GONE: ReadonlySet<unknown> = new Set([
  10003, // Unknown Channel
  10015, // Unknown Webhook
  50027, // Invalid Webhook Token
]);

export const renderer: Renderer = {
  addressProblem: ({ hostname, pathname }) =>
    isDiscord(hostname) && !/^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname)
      ? 'must be the address of a webhook, as "Copy Webhook URL" gives it'
      : null,

  render(update, { url }) {
    const pages = messagePages(update, row, {
      entry: embed,
      entries: MAX_EMBEDS,
      size: MAX_EMBED_CHARACTERS,
      sizeOf: ({ title, description = '', author }) =>
        title.length + description.length + (author?.name.length ?? 0),
    });
    return pages.map(({ title, entries, more }) => ({
      url: url === null ? null : endpoint(url),
      body: {
        content: cutText([`**${escapeMarkdown(title)}**`, ...more].join('\n'), MAX_CONTENT),
        embeds: entries,
        // A remote text such as @everyone must not notify anyone.
        allowed_mentions: { parse: [] },
      },
    }));
  },

  failure(answer) {
    const { code, message, id, retry_after } = jsonObject(answer.body) ?? {};
    // A message has an id; an error has a code and a message, whatever its status.
    const isError = id === undefined && typeof message === 'string';
    if (isSuccess(answer) && !isError) return null;
    const gone = GONE.has(code) || answer.status === 404 || answer.status === 410;
    return failed('Discord', answer, {
      said: typeof message === 'string' ? message : answer.body,
      gone,
      limited: answer.status === 429 || typeof retry_after === 'number',
      ...(gone && { advice: 'Create a new webhook in the channel and set its address.' }),
    });
  },
};

interface Embed {
  title: string;
  url?: string;
  description?: string;
  timestamp?: string;
  author?: { name: string };
  thumbnail?: { url: string };
}

function embed(item: UpdateItem): Embed {
  const { url, text, author, date, image } = item;
  return {
    title: cutEscaped(markedTitle(item), MAX_TITLE, escapeMarkdown),
    ...(url !== '' && { url }),
    ...(text !== '' && { description: escapeMarkdown(cutText(text, MAX_SNIPPET)) }),
    ...(!Number.isNaN(Date.parse(date)) && { timestamp: new Date(date).toISOString() }),
    ...(author !== '' && { author: { name: cutText(author, MAX_AUTHOR) } }),
    ...(image !== '' && { thumbnail: { url: image } }),
  };
}

/**
 * Adds `wait`, so that the answer says whether the message was stored. An address without a version
 * means the outdated version 6, in which waits are milliseconds.
 */
function endpoint(address: string): string {
  const url = new URL(address);
  if (isDiscord(url.hostname)) {
    url.pathname = url.pathname.replace(/^\/api\/(?=webhooks\/)/, '/api/v10/');
  }
  url.searchParams.set('wait', 'true');
  return url.href;
}

function isDiscord(hostname: string): boolean {
  return /^(?:[\w-]+\.)?discord(?:app)?\.com$/.test(hostname);
}
