import type { Child } from 'hono/jsx';
import { VERSION } from '../../../../contract/index.js';
import type { Screen } from '../kit/screen.js';
import { Copyable, Heading } from '../views/pieces.js';

const KEYS = [
  ['j', 'Go to the next row or item'],
  ['k', 'Go to the previous row or item'],
  ['o', 'Open the row or item'],
  ['v', 'Visit the source of the item'],
  ['/', 'Search on this page'],
  ['?', 'Show this help'],
] as const;

/** `/dashboard/help`: the words of the dashboard, its keys, the account and the service. */
export const HELP: Screen = {
  section: null,
  async show({ deps, context }) {
    const base = await deps.publicAddress.base();
    const { accountName } = context.get('session');
    return {
      title: 'Help',
      content: (
        <>
          <Heading title="Help" sub={`feedctl ${VERSION}, account ${accountName}`} />
          <div class="columns">
            <Words />
            <div class="card" id="keys">
              <h2>Keys</h2>
              <p class="hint">They work when the browser runs scripts.</p>
              <dl class="keys">
                {KEYS.map(([key, does]) => (
                  <div>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <div class="card">
              <h2>Programs</h2>
              <p>
                The command line and other programs use the same account.{' '}
                <a href="keys">Make an API key</a> for each of them.
              </p>
              <Copyable label="Address of the API" value={`${base}/v1`} />
              <Copyable label="Description for tools (OpenAPI)" value={`${base}/openapi.json`} />
              <Copyable
                label="Command line, with a key"
                value={`feedctl login --base-url ${base}`}
              />
            </div>
          </div>
        </>
      ),
    };
  },
};

function Words() {
  return (
    <div class="card">
      <h2>Words</h2>
      <dl>
        <Word name="Feed">
          A source that is read regularly: a website, an RSS, Atom or JSON feed, or a search of the
          news. Each feed has an address for feed readers.
        </Word>
        <Word name="Item">One entry of a feed, such as an article.</Word>
        <Word name="Bundle">Several feeds under one address.</Word>
        <Word name="Webhook">An address that receives each new or changed item.</Word>
        <Word name="Delivery">One message to a webhook. It is retried for three days.</Word>
        <Word name="Failing">
          The last attempt to read the source failed. It is retried, less often over time.
        </Word>
        <Word name="Not active">
          The source failed for so long that it is no longer read. Refresh the feed to try again.
        </Word>
      </dl>
    </div>
  );
}

function Word({ name, children }: { name: string; children?: Child }) {
  return (
    <>
      <dt>
        <strong>{name}</strong>
      </dt>
      <dd class="muted">{children}</dd>
    </>
  );
}
