import type { Preview } from '../../../client/index.js';
import { accountFlags, type GlobalOptions, shellCommand } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { accessChanges, accessFlags, newAccess } from '../base/access.js';
import { fieldFlags, readFields } from '../base/index.js';
import { CREATE_FIELDS } from '../feeds/create-options.js';
import type { PreviewOptions } from './read-request.js';
import { PREVIEW_FIELDS } from './read-request.js';

/** Commands that follow a preview, ready to copy. */
export interface NextSteps {
  /** Creates the previewed feed; null for a document without an address. */
  create: string | null;
  /** Commands with selectors for each considered list. */
  lists: {
    list: 'winner' | 'runner-up';
    items: number;
    /** Titles of the first items. */
    titles: string[];
    preview: string;
    create: string | null;
  }[];
}

export function nextSteps(
  outcome: Preview,
  source: string,
  options: PreviewOptions,
  globals: GlobalOptions,
): NextSteps {
  const address = /^https?:\/\//i.test(source) ? source : options.pageUrl;
  const create = (values: FeedValues) =>
    address === undefined ? null : createCommand(address, values, options, globals);
  const preview = (more: readonly string[]) =>
    shellCommand([
      ...['feedctl', 'preview', source, ...more],
      ...(options.pageUrl === undefined ? [] : ['--page-url', options.pageUrl]),
      ...accountFlags(globals),
    ]);
  const given = readFields(PREVIEW_FIELDS, options);
  const { from: _, ...others } = given;
  const access = accessFlags(accessChanges(options));
  const suggestions = outcome.explanation?.suggestions ?? [];
  return {
    create: outcome.failure === null ? create(given) : null,
    lists: suggestions.map(({ list, items, titles, selectors }) => {
      const values = { ...others, selectors };
      const flags = [...fieldFlags(values), ...access];
      return { list, items, titles, preview: preview(flags), create: create(values) };
    }),
  };
}

/** The command that creates the feed. Values without a flag are piped into it. */
function createCommand(
  address: string,
  values: FeedValues,
  options: PreviewOptions,
  globals: GlobalOptions,
): string {
  const isTyped = ([name]: [string, unknown]) => name in CREATE_FIELDS;
  const given = Object.entries(values);
  const access = newAccess(options);
  const written = {
    ...Object.fromEntries(given.filter((each) => !isTyped(each))),
    ...(access && { access }),
  };
  const isPiped = Object.keys(written).length > 0;
  const command = shellCommand([
    ...['feedctl', 'feeds', 'create', '--url', address],
    ...fieldFlags(Object.fromEntries(given.filter(isTyped))),
    ...(isPiped ? ['--with', '-'] : []),
    ...accountFlags(globals),
  ]);
  if (!isPiped) return command;
  // A secret from standard input becomes a file, because the pipe is already used.
  const text = JSON.stringify(written, (_, value) => (value === '-' ? '@FILE' : value));
  return `${shellCommand(['printf', '%s', text])} | ${command}`;
}
