import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePlan } from '../../../../src/cli/manifest/plan/make-plan.js';
import { readManifest } from '../../../../src/cli/manifest/read/read-manifest.js';
import { FeedClient } from '../../../../src/client/index.js';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';

let hosted: HostedDialect;
beforeEach(async () => {
  hosted = await startHostedDialect();
});
afterEach(() => hosted.close());

/** The plan of a file for a service that is not feedctl. */
async function planOf(text: string) {
  const { key: apiKey, secret: apiSecret } = hosted.account;
  const client = new FeedClient({ baseUrl: hosted.url, apiKey, apiSecret, extensions: 'detect' });
  try {
    const manifest = await readManifest(Buffer.from(text), 'feeds.yaml');
    return await makePlan(client, manifest, { file: 'feeds.yaml', prune: false });
  } finally {
    await client.close();
  }
}

it('leaves out what the service does not have, and asks for settings only where the file has some', async () => {
  const state = hosted.state();
  const [a, , c] = ['a', 'b', 'c'].map((name) =>
    state.addFeed({ source_url: `https://${name}.example/`, customAuthor: 'Me' }),
  );
  const plan = await planOf(`
feeds:
  - { url: https://a.example/, max_age: 30d, customAuthor: Me }
  - { url: https://b.example/, full_text: true }
  - { url: https://c.example/, customAuthor: You }
  - { url: https://d.example/ }
bundles:
  - { name: All, feeds: [], filters: { include: [x] } }
`);
  expect(plan.warnings).toEqual([
    'This service does not support max_age, full_text, filters; those of 3 objects are ignored.',
  ]);
  expect(plan.changes).toMatchObject([
    { action: 'create', source: { url: 'https://d.example/' }, fields: {} },
    { action: 'update', id: c?.id, fields: { customAuthor: { from: 'Me', to: 'You' } } },
    { action: 'create', name: 'All', values: {} },
  ]);
  const asked = hosted.requests.filter(({ path }) => path.endsWith('/settings'));
  expect(asked.map(({ path }) => path.split('/')[3]).toSorted()).toEqual([a?.id, c?.id].toSorted());
  expect((await planOf('feeds: []')).warnings).toEqual([]);
});

it('refuses a headline and a search for the same words, which are one feed there', async () => {
  await expect(
    planOf('feeds:\n  - headline: x\n  - url: https://a.example/\n  - keyword: x\n'),
  ).rejects.toMatchObject({
    code: 'INVALID_FILE',
    message: expect.stringMatching(
      /:4:5: keyword "x".* is the same feed for this service as line 2/,
    ),
  });
  expect((await planOf('feeds:\n  - headline: x\n  - keyword: y\n')).changes).toHaveLength(2);
});
