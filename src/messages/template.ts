import mustache from 'mustache';
import { messageOf } from '../base/errors.js';
import { parseJson } from '../base/json.js';
import { failed, isSuccess } from './answers.js';
import type { Renderer } from './renderer.js';
import { isTokens, lengthProblem, tagProblem } from './template-check.js';
import { headline, type Update, type UpdateItem } from './update.js';

/**
 * Maximum length of a rendered message, in characters; receivers often accept less than a megabyte.
 */
const MAX_OUTPUT = 64 * 1024;

export const template: Renderer = {
  /** @throws {TemplateError} if the result is no JSON object, or too long even with one item */
  render(update, { url, template: source }) {
    return [{ url, body: renderTemplate(source ?? '', update) }];
  },

  failure(answer) {
    if (isSuccess(answer)) return null;
    return failed('The receiver', answer, { said: answer.body, gone: answer.status === 410 });
  },
};

/** A template that cannot be rendered; the message is for its author. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

/**
 * The problem with a template; null if it renders. Sample updates reveal mistakes that only some
 * updates show, such as a comma after the last item.
 */
export function templateProblem(source: string): string | null {
  const unreadable = lengthProblem(source) ?? parseProblem(source);
  if (unreadable !== null) return unreadable;
  try {
    for (const example of EXAMPLES) renderTemplate(source, example);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

function parseProblem(source: string): string | null {
  try {
    const tokens: unknown = new LimitedWriter().parse(source);
    return isTokens(tokens) ? tagProblem(tokens) : 'cannot be parsed';
  } catch (error) {
    return `cannot be parsed: ${messageOf(error)}`;
  }
}

/** Renders with as many items as fit. */
function renderTemplate(source: string, update: Update): object {
  for (let shown = update.items.length; ; shown = Math.floor(shown / 2)) {
    const text = renderLimited(source, view(update, shown));
    if (text !== null) return parsedTemplate(text);
    if (shown === 0) {
      throw new TemplateError(`makes more than ${MAX_OUTPUT} characters without any item`);
    }
  }
}

/** Null if the output is too long. */
function renderLimited(source: string, values: object): string | null {
  try {
    return new LimitedWriter().render(source, values, undefined, { escape: escapeJson });
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

class TooLong extends Error {}

/**
 * Stops before it joins an output that is too long. Each rendering needs a new writer: it counts,
 * and its cache of parsed templates goes with it.
 */
class LimitedWriter extends mustache.Writer {
  #written = 0;

  override escapedValue(...args: Parameters<mustache.Writer['escapedValue']>): string {
    return this.#count(super.escapedValue(...args));
  }

  override rawValue(...args: Parameters<mustache.Writer['rawValue']>): string {
    return this.#count(super.rawValue(...args));
  }

  #count(text: string | undefined): string {
    this.#written += text?.length ?? 0;
    if (this.#written > MAX_OUTPUT) throw new TooLong();
    return text ?? '';
  }
}

/** Escapes a value for the inside of a JSON string; numbers and booleans need no quotes. */
function escapeJson(value: unknown): string {
  return JSON.stringify(String(value)).slice(1, -1);
}

function parsedTemplate(text: string): object {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null) return value;
  const excerpt = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  throw new TemplateError(
    `does not make a JSON object: ${excerpt.replace(/\s+/g, ' ')} (between items: {{^last}},{{/last}})`,
  );
}

/**
 * The fields of `template-check.ts`. A value that may be absent is false, so that mustache does not
 * search the outer context.
 */
function view(update: Update, shown: number): object {
  const items = update.items.slice(0, shown);
  const list = (of: readonly UpdateItem[]) =>
    of.map((item, index) => ({
      ...item,
      is_new: item.change === 'new',
      is_changed: item.change === 'changed',
      first: index === 0,
      last: index === of.length - 1,
    }));
  const { feed, newItems, changedItems } = update;
  return {
    id: update.id,
    headline: headline(update),
    feed: { id: feed.id, title: feed.title, url: feed.url, rss_url: feed.rssUrl },
    count: newItems + changedItems,
    count_new: newItems,
    count_changed: changedItems,
    more: update.items.length - shown,
    items: list(items),
    items_new: list(items.filter(({ change }) => change === 'new')),
    items_changed: list(items.filter(({ change }) => change === 'changed')),
  };
}

const EXAMPLES: readonly Update[] = [example(1, 0), example(2, 0), example(0, 1), example(2, 2)];

function example(newItems: number, changedItems: number): Update {
  const item = (change: UpdateItem['change']): UpdateItem => ({
    change,
    title: 'A "title" with \\ and\ttab',
    url: 'https://example.com/news/1',
    text: 'Text',
    author: '',
    date: '',
    image: '',
  });
  return {
    id: 'evt_example',
    feed: {
      id: 'sampleFeed000000',
      title: 'Example "News"',
      url: 'https://example.com/news',
      rssUrl: 'https://example.com/feeds/sampleFeed000000.xml',
    },
    items: [
      ...Array.from({ length: newItems }, () => item('new')),
      ...Array.from({ length: changedItems }, () => item('changed')),
    ],
    newItems,
    changedItems,
  };
}
