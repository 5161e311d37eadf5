import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '../../../src/cli/manifest/file-format.js';
import { readManifest } from '../../../src/cli/manifest/read/read-manifest.js';
import type { AccountState } from '../../fakes/hosted-dialect/state.js';
import { icon, name, shownText, sourceAddresses } from '../../support/arbitrary-manifest.js';
import {
  applied,
  contents,
  exported,
  hostedAccount,
  planned,
} from '../../support/manifest-accounts.js';
import { runs } from '../../support/property-runs.js';

const account = sourceAddresses.chain((sources) =>
  fc.record({
    feeds: fc.tuple(
      ...sources.map((source_url) =>
        fc.record({
          source_url: fc.constant(source_url),
          // White space at the ends of a title is lost: services and other readers trim it.
          title: name,
          description: fc.oneof(fc.constant(''), shownText),
          icon,
          customAuthor: fc.oneof(fc.constant(null), shownText),
        }),
      ),
    ),
    bundles: fc.uniqueArray(
      fc.record({
        name,
        description: fc.oneof(fc.constant(''), shownText),
        icon: fc.oneof(fc.constant(''), icon),
        members: fc.subarray(sources.map((_, index) => index)),
      }),
      { selector: (bundle) => bundle.name, maxLength: 4 },
    ),
  }),
);

function fill(state: AccountState, { feeds, bundles }: ReturnType<typeof sampleType>): void {
  const made = feeds.map((feed) => state.addFeed(feed));
  for (const { members, ...bundle } of bundles) {
    state.addBundle({ ...bundle, members: members.map((index) => made[index]?.id ?? '') });
  }
}

/** Only carries the type. */
function sampleType() {
  return fc.sample(account, 1)[0] ?? { feeds: [], bundles: [] };
}

describe.each(FILE_FORMATS)('account → %s → account', (format) => {
  it('makes the same account again, and then finds nothing to do', async () => {
    const old = await hostedAccount();
    const fresh = await hostedAccount();
    await fc.assert(
      fc.asyncProperty(account, async (given) => {
        for (const { hosted } of [old, fresh])
          Object.assign(hosted.state(), { feeds: [], bundles: [] });
        fill(old.hosted.state(), given);
        const file = await exported(old.client, format);
        const manifest = await readManifest(Buffer.from(file), `feeds.${format}`);

        expect((await planned(old.client, manifest, { prune: true })).changes).toEqual([]);
        const results = await applied(fresh.client, await planned(fresh.client, manifest));
        expect(results.filter(({ ok }) => !ok)).toEqual([]);
        // Folders and cells have an order of their own.
        const ordered = format === 'yaml' || format === 'json';
        const [before, after] = [await contents(old.client), await contents(fresh.client)];
        expect(ordered ? after : sorted(after)).toEqual(ordered ? before : sorted(before));
        expect((await planned(fresh.client, manifest, { prune: true })).changes).toEqual([]);
      }),
      { numRuns: runs(5) },
    );
  });
});

function sorted({ feeds, bundles }: Awaited<ReturnType<typeof contents>>) {
  const source = (feed: (typeof feeds)[number]) => JSON.stringify(feed.source);
  return {
    feeds: [...feeds].sort((a, b) => (source(a) < source(b) ? -1 : 1)),
    bundles: [...bundles].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
