import { failed, isSuccess, jsonObject } from '../answers.js';
import { messagePages, plainEntry } from '../pages.js';
import type { Renderer, ServiceAnswer } from '../renderer.js';
import { cutText, withoutMentions } from '../text.js';
import type { Update, UpdateItem } from '../update.js';
import { row } from './row.js';

/**
 * - 50 blocks in a message: https://docs.slack.dev/reference/block-kit/blocks
 * - All blocks of a message together: `msg_blocks_too_long` from about 13,200 characters, measured
 *   in https://github.com/slackapi/bolt-js/issues/2509
 * - One message a second: https://docs.slack.dev/apis/web-api/rate-limits
 */
const MAX_BLOCKS = 50;
const MAX_MESSAGE = 12_000;
const MAX_TITLE = 400;
const MAX_AUTHOR = 150;
const MAX_SNIPPET = 300;
/**
 * Mattermost, Rocket.Chat and the Slack addresses of Discord take these messages and show their text
 * alone (https://developers.mattermost.com/integrate/webhooks/incoming/#slack-compatibility). Rocket.Chat
 * refuses more than 5,000 characters (https://docs.rocket.chat/docs/message, Message_MaxAllowedSize).
 */
const MAX_PLAIN = 4_700;
const PER_PLAIN_CHARACTER = MAX_MESSAGE / MAX_PLAIN;

/**
 * Answers are words in the body: https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 * and https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
const GONE = new Set([
  'no_service',
  'no_service_id',
  'no_team',
  'no_active_hooks',
  'team_disabled',
  'invalid_token',
  'channel_not_found',
  'channel_is_archived',
]);

export const renderer: Renderer = {
  render(update, { url }) {
    const isSlack = url !== null && row.hosts.only.test(new URL(url).hostname);
    const pages = messagePages(update, row, {
      entry: (item) => ({
        shown: entry(item),
        plain: escapedMrkdwn(plainEntry(item, MAX_SNIPPET)),
      }),
      // Two blocks are reserved for the headline and "and 12 more".
      entries: MAX_BLOCKS - 2,
      size: MAX_MESSAGE - 1000,
      sizeOf: ({ shown, plain }) =>
        Math.max(JSON.stringify(shown).length, isSlack ? 0 : plain.length * PER_PLAIN_CHARACTER),
    });
    return pages.map(({ title, entries, more }) => ({
      url,
      body: {
        // Slack shows this text only in notifications, where blocks are missing; other services
        // show nothing else.
        text: isSlack
          ? escapedMrkdwn(withoutMentions(fallbackText(update, title)))
          : [
              escapedMrkdwn(withoutMentions(title)),
              ...entries.map(({ plain }) => plain),
              ...more,
            ].join('\n\n'),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
        blocks: [
          block({ type: 'text', text: title, style: { bold: true } }),
          ...entries.map(({ shown }) => shown),
          ...more.map((text) => block({ type: 'text', text, style: { italic: true } })),
        ],
      },
    }));
  },

  failure(answer) {
    const said = errorOf(answer);
    if (isSuccess(answer) && said === null) return null;
    const code = said?.split(/[:\s]/, 1)[0] ?? '';
    const gone = GONE.has(code) || answer.status === 404 || answer.status === 410;
    const limited = answer.status === 429 || /^rate_?limited$/.test(code);
    return failed('Slack', answer, {
      said: said ?? answer.body,
      gone,
      limited,
      ...(gone && { advice: 'Create a new incoming webhook and set its address.' }),
    });
  },
};

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
type Element =
  | { type: 'text'; text: string; style?: { bold: true } | { italic: true } }
  | { type: 'link'; url: string; text: string };

/**
 * Rich text has no markup: `*`, `_`, addresses and `<!channel>` in the texts of a source stay as
 * they are. mrkdwn would interpret them, and can only escape `&`, `<` and `>`.
 */
function block(...elements: Element[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function entry({ change, title, url, text, author }: UpdateItem) {
  const mark = change === 'changed' ? ' (changed)' : '';
  const by = author === '' ? '' : ` · ${cutText(author, MAX_AUTHOR)}`;
  const name = cutText(title, MAX_TITLE);
  const rest = `${mark}${by}${text === '' ? '' : `\n${cutText(text, MAX_SNIPPET)}`}`;
  return block(
    url === '' ? { type: 'text', text: name } : { type: 'link', url, text: name },
    ...(rest === '' ? [] : [{ type: 'text', text: rest } as const]),
  );
}

function fallbackText(update: Update, title: string): string {
  const [only, ...others] = update.items;
  return only !== undefined && others.length === 0 ? `${update.feed.title}: ${only.title}` : title;
}

/** https://docs.slack.dev/messaging/formatting-message-text: only these three are escaped. */
function escapedMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The error in an answer; null for "ok" and for what compatible services answer instead. */
function errorOf({ body }: ServiceAnswer): string | null {
  const text = body.trim();
  const json = jsonObject(text);
  if (json !== null) {
    if (json.ok !== false && json.success !== false && json.error === undefined) return null;
    return typeof json.error === 'string' ? json.error : 'an error without a description';
  }
  if (text.startsWith('<')) return 'an HTML page in place of "ok"';
  return /^[a-z]+(?:_[a-z]+)+\b/.test(text) ? text : null;
}
