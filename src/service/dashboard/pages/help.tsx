import { VERSION } from '../../../contract/index.js';
import { Card, Copyable } from '../kit/parts.js';
import type { Screen } from '../kit/screen.js';

const KEYS = {
  j: 'Go to the next row or item',
  k: 'Go to the previous row or item',
  o: 'Open the row or item',
  v: 'Visit the source of the item',
  a: 'Add a feed',
  '/': 'Search on this page',
  '?': 'Show this help',
};

const WORDS = {
  Feed: 'A source that is read regularly: a website, an RSS, Atom or JSON feed, or a search of the news. Each feed has an address for feed readers.',
  Item: 'One entry of a feed, such as an article.',
  Bundle: 'Several feeds under one address.',
  Webhook: 'An address that receives each new or changed item.',
  Delivery: 'One message to a webhook. If it fails, it is sent again for up to three days.',
  Failing: 'The last attempt to read the source failed. It is retried, less often over time.',
  Inactive:
    'The source failed for so long that it is tried only once a week. Refresh the feed to try now.',
};

/**
 * The code of a bookmarklet that opens the field for a new feed with the address of the current
 * page.
 */
function bookmarklet(dashboard: string): string {
  return `javascript:location.href='${dashboard}/feeds/new?url='+encodeURIComponent(location.href)`;
}

/**
 * `/dashboard/help`: the terms of the dashboard, its keyboard shortcuts, the account and the
 * service.
 */
export const HELP: Screen = {
  async show({ deps, context }) {
    const base = await deps.publicAddress.base();
    const addresses = [
      ['Address of the API', `${base}/v1`],
      ['API description (OpenAPI)', `${base}/openapi.json`],
      ['Command line, with a key', `feedctl login --base-url ${base}`],
    ] as const;
    return {
      title: 'Help',
      sub: `feedctl ${VERSION}, account ${context.get('session').accountName}`,
      content: (
        <div class="columns">
          <Card title="Terms">
            <dl class="words">
              {Object.entries(WORDS).map(([word, meaning]) => (
                <>
                  <dt>{word}</dt>
                  <dd>{meaning}</dd>
                </>
              ))}
            </dl>
          </Card>
          <div id="keys">
            <Card title="Keys" text="Available when the browser runs scripts.">
              <dl class="keys">
                {Object.entries(KEYS).map(([key, does]) => (
                  <div>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          </div>
          <Card title="Programs">
            <p>
              The command line and other programs use the same account.{' '}
              <a href="keys">Make an API key</a> for each of them.
            </p>
            {addresses.map(([label, value]) => (
              <Copyable label={label} value={value} />
            ))}
          </Card>
          <Card title="Follow the page you are on">
            <p>
              Drag <a href={bookmarklet(`${base}/dashboard`)}>Follow this page</a> to your
              bookmarks, or make a bookmark with this address. On any page, it opens “Follow
              anything” with the address of that page.
            </p>
            <Copyable label="Address of the bookmark" value={bookmarklet(`${base}/dashboard`)} />
          </Card>
        </div>
      ),
    };
  },
};
