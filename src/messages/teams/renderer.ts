import { isObject } from '../../base/json.js';
import { failed, isSuccess, jsonObject } from '../answers.js';
import { markedTitle, messagePages } from '../pages.js';
import type { Renderer, ServiceAnswer } from '../renderer.js';
import { byteLength, cutText, escapeMarkdown, markdownAddress } from '../text.js';
import type { UpdateItem } from '../update.js';
import { row } from './row.js';

/**
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 * and …/how-to/add-incoming-webhook: a message has at most 28 KB; 4 requests a second, 60 in 30 s, 100
 * an hour. Workflows ("When a Teams webhook request is received") take the same message.
 */
const MAX_MESSAGE_BYTES = 28 * 1024;
/** Room for the card around the items. */
const FRAME = 2048;
/** Maximum number of items: clients cut longer cards off. */
const MAX_ITEMS = 30;
const MAX_SNIPPET = 280;

export const renderer: Renderer = {
  render(update, { url }) {
    const pages = messagePages(update, row, {
      entry: blocks,
      entries: MAX_ITEMS,
      size: MAX_MESSAGE_BYTES - FRAME,
      sizeOf: (entry) => byteLength(JSON.stringify(entry)),
    });
    return pages.map(({ title, entries, more }) => {
      const content = {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { ...textBlock(escapeMarkdown(title)), weight: 'Bolder', size: 'Medium' },
          ...entries.flat(),
          ...more.map((text) => ({ ...textBlock(text), isSubtle: true })),
        ],
      };
      const contentType = 'application/vnd.microsoft.card.adaptive';
      const attachments = [{ contentType, contentUrl: null, content }];
      return { url, body: { type: 'message', attachments } };
    });
  },

  failure(answer) {
    const said = errorOf(answer);
    if (isSuccess(answer) && said === null) return null;
    // Connectors wrap the status into an answer of 200 (MicrosoftDocs/msteams-docs#1810).
    const wrapped = Number(/HTTP error (\d{3})/.exec(said ?? '')?.[1] ?? answer.status);
    const gone = wrapped === 404 || wrapped === 410 || /WorkflowNotFound/.test(said ?? '');
    return failed('Teams', answer, {
      said: said ?? answer.body,
      gone,
      limited: wrapped === 429,
      ...(gone && { advice: 'Create a new workflow or webhook in Teams and set its address.' }),
    });
  },
};

function textBlock(text: string) {
  return { type: 'TextBlock', text, wrap: true };
}

function blocks(item: UpdateItem) {
  const { url, text, author } = item;
  const name = escapeMarkdown(markedTitle(item));
  const head = url === '' ? name : `[${name}](${markdownAddress(url)})`;
  const snippet = [author, cutText(text, MAX_SNIPPET)].filter((part) => part !== '').join(' · ');
  return [
    { ...textBlock(head), spacing: 'Medium' },
    ...(snippet === ''
      ? []
      : [{ ...textBlock(escapeMarkdown(snippet)), isSubtle: true, spacing: 'None' }]),
  ];
}

/** The error in an answer; null for success: an empty body, "1", or JSON without an error. */
function errorOf({ body }: ServiceAnswer): string | null {
  const text = body.trim();
  if (text === '' || text === '1') return null;
  const json = jsonObject(text);
  if (json === null) return text.startsWith('<') ? 'an HTML page' : text;
  const { error } = json;
  if (error === undefined || error === null) return null;
  if (!isObject(error)) return String(error);
  return [error.code, error.message].filter((part) => typeof part === 'string').join(': ');
}
