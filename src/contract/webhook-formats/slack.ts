import { failed, isSuccess, jsonObject } from './answers.js';
import type { Format, ServiceAnswer } from './format.js';
import { moreLine, pageMark, paginate } from './pages.js';
import { cutEscaped } from './text.js';
import { headline, type Update, type UpdateItem } from './update.js';

/**
 * - 50 blocks in a message, 3000 characters in the text of a section:
 *   https://docs.slack.dev/reference/block-kit/blocks/section-block
 * - All blocks of a message together: `msg_blocks_too_long` from about 13,200 characters, measured
 *   in https://github.com/slackapi/bolt-js/issues/2509
 * - One message a second: https://docs.slack.dev/apis/web-api/rate-limits
 */
const MAX_BLOCKS = 50;
const MAX_SECTION = 3000;
const MAX_MESSAGE = 12_000;
/** JSON around the text of a section. */
const SECTION_OVERHEAD = 80;
const MAX_TITLE = 400;
const MAX_AUTHOR = 150;
const MAX_SNIPPET = 300;

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

export const slack: Format = {
  service: 'Slack',
  limits: { messages: 5, intervalMs: 1000 },
  exampleUrl: 'https://hooks.slack.com/services/T000/B000/XXXX',
  addressProblem: () => null,

  render(update, { url }) {
    const pages = paginate(update.items.map(entry), {
      // The headline and "and 12 more" are blocks, too.
      entries: MAX_BLOCKS - 2,
      size: MAX_MESSAGE - 1000,
      sizeOf: (text) => JSON.stringify(text).length + SECTION_OVERHEAD,
      pages: slack.limits.messages,
    });
    return pages.map((page) => {
      const title = `${headline(update)}${pageMark(page)}`;
      const more = moreLine(page);
      return {
        url,
        body: {
          // Shown in notifications, where blocks are not.
          text: escaped(summary(update, title)),
          unfurl_links: false,
          unfurl_media: false,
          blocks: [
            section(`*${escaped(title)}*`),
            ...page.entries.map(section),
            ...(more === null ? [] : [section(`_${more}_`)]),
          ],
        },
      };
    });
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

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function entry({ change, title, url, text, author }: UpdateItem): string {
  const mark = change === 'changed' ? ' (changed)' : '';
  const name = cutEscaped(title, MAX_TITLE, escaped);
  const linked = url === '' ? name : `<${address(url)}|${name}>`;
  const by = author === '' ? '' : ` · ${cutEscaped(author, MAX_AUTHOR, escaped)}`;
  const snippet = cutEscaped(text, MAX_SNIPPET, escaped);
  const rest = by.length + snippet.length + mark.length + 1;
  // An address of ampersands grows when it is escaped.
  const head = linked.length + rest > MAX_SECTION ? name : linked;
  return [`${head}${mark}${by}`, snippet].filter((line) => line !== '').join('\n');
}

function summary(update: Update, title: string): string {
  const [only, ...others] = update.items;
  return only !== undefined && others.length === 0 ? `${update.feed.title}: ${only.title}` : title;
}

/** https://docs.slack.dev/messaging/formatting-message-text: only these three are escaped. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `|` and `>` end the address of a link. */
function address(url: string): string {
  return escaped(url.replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C'));
}

/** What went wrong; null for "ok" and for what compatible services answer instead of it. */
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
