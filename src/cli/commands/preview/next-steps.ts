import type { Preview } from '../../../client/index.js';
import { accountFlags, type GlobalOptions, shellCommand } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import { accessFlags } from '../base/access.js';
import { fieldFlags, readFields } from '../base/index.js';
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
    /** Of the first items. */
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
  const create = (more: readonly string[]) =>
    address === undefined
      ? null
      : shellCommand([
          'feedctl',
          'feeds',
          'create',
          '--url',
          address,
          ...more,
          ...accountFlags(globals),
        ]);
  const preview = (more: readonly string[]) =>
    shellCommand([
      ...['feedctl', 'preview', source, ...more],
      ...(options.pageUrl === undefined ? [] : ['--page-url', options.pageUrl]),
      ...accountFlags(globals),
    ]);
  const given = readFields(PREVIEW_FIELDS, options);
  const { from: _, ...others } = given;
  const flagsWith = (values: FeedValues) => [...fieldFlags(values), ...accessFlags(options)];
  const suggestions = outcome.explanation?.suggestions ?? [];
  return {
    create: outcome.failure === null ? create(flagsWith(given)) : null,
    lists: suggestions.map(({ list, items, titles, selectors }) => {
      const flags = flagsWith({ ...others, selectors });
      return { list, items, titles, preview: preview(flags), create: create(flags) };
    }),
  };
}
