import type { Selectors } from '../../../contract/selectors.js';
import { type OptionSpec, UsageError } from '../../kit/index.js';

const NAMES = [
  'items',
  'title',
  'link',
  'date',
  'image',
  'text',
] as const satisfies (keyof Selectors)[];
type Name = (typeof NAMES)[number];

const EXAMPLE = "--select items='ul.news > li' --select title='h3'";

/** `--select items=CSS`, once for each part of an item. */
export const selectOption: OptionSpec<Selectors | undefined> = {
  summary:
    'select the items of a page and their parts: items, title, link, date, image; or its text, with --changes',
  placeholder: 'NAME=CSS',
  repeatable: true,
  parse(given, flag) {
    if (given.length === 0) return undefined;
    const found = new Map<Name, string>();
    for (const one of given) {
      const [name, css] = pair(one, flag);
      if (found.has(name)) throw new UsageError(`${flag} ${name}=… was given more than once.`);
      found.set(name, css);
    }
    const selectors = Object.fromEntries(found) as Partial<Record<Name, string>>;
    if (selectors.text !== undefined && found.size > 1) {
      throw new UsageError(`${flag} text=CSS stands alone: it selects text, not items.`);
    }
    if (selectors.items === undefined && selectors.text === undefined) {
      throw new UsageError(`${flag} requires a selector for items: ${flag} items=CSS is missing.`, {
        hint: `For example: ${EXAMPLE}`,
      });
    }
    return selectors;
  },
};

function pair(text: string, flag: string): [Name, string] {
  const at = text.indexOf('=');
  const typed = at < 0 ? text : text.slice(0, at).trim();
  const name = NAMES.find((known) => known === typed);
  const css = at < 0 ? '' : text.slice(at + 1).trim();
  if (at >= 0 && name !== undefined && css !== '') return [name, css];
  const problem =
    at < 0
      ? `${flag} takes a name and a CSS selector, not "${text}".`
      : name === undefined
        ? `${flag} does not know "${typed}". Use one of: ${NAMES.join(', ')}.`
        : `${flag} ${name}= has no CSS selector.`;
  throw new UsageError(problem, { hint: `For example: ${EXAMPLE}` });
}
