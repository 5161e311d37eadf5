import type { Child } from 'hono/jsx';
import type { BundleSummary } from '../../../../contract/index.js';
import { Addresses } from './addresses.js';
import { Heading } from './pieces.js';

const TABS = [
  ['feeds', '', 'Feeds'],
  ['items', '/items', 'Items'],
  ['settings', '/settings', 'Settings'],
] as const;

/** The header of every page about one bundle. */
export function BundleFrame(props: {
  bundle: BundleSummary;
  tab: (typeof TABS)[number][0];
  children?: Child;
}) {
  const { bundle, tab } = props;
  return (
    <>
      <Heading title={bundle.name} sub={bundle.description} />
      <Addresses rss={bundle.rss_feed_url} />
      <nav class="tabs" aria-label="This bundle">
        <ul>
          {TABS.map(([name, path, label]) => (
            <li>
              <a
                href={`bundles/${bundle.id}${path}`}
                {...(name === tab ? { 'aria-current': 'page' } : {})}
              >
                {label}
                {name === 'feeds' && <span class="count"> {bundle.feeds.length}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {props.children}
    </>
  );
}

/** A path with an optional query: `feeds?show=failing`. */
export function address(path: string, query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
