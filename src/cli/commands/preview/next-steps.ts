import type { Preview } from '../../../client/index.js';
import type { Selectors } from '../../../contract/selectors.js';
import { accountFlags, type GlobalOptions, shellCommand } from '../../kit/index.js';
import { accessFlags } from '../base/access-flags.js';
import { filterFlags, renderFlags } from '../base/index.js';
import type { PreviewOptions } from './read-request.js';

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
  const { from, select } = options;
  const given = [
    ...(from === undefined ? [] : ['--from', from]),
    ...flagsOf(select),
    ...sourceFlags(options),
    ...filterFlags(options),
  ];
  const suggestions = outcome.explanation?.suggestions ?? [];
  return {
    create: outcome.failure === null ? create(given) : null,
    lists: suggestions.map(({ list, items, titles, selectors }) => {
      const flags = [...flagsOf(selectors), ...sourceFlags(options), ...filterFlags(options)];
      return { list, items, titles, preview: preview(flags), create: create(flags) };
    }),
  };
}

/** How the source is reached and opened; the flags hold no secrets. */
function sourceFlags(options: PreviewOptions): string[] {
  return [...accessFlags(options), ...renderFlags(options)];
}

function flagsOf(selectors: Selectors | undefined): string[] {
  return Object.entries(selectors ?? {}).flatMap(([name, css]) => ['--select', `${name}=${css}`]);
}
