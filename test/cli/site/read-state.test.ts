import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOutput } from '../../../src/cli/site/output-directory.js';
import { readSiteState } from '../../../src/cli/site/read-state.js';
import * as site from '../../../src/service/site/index.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const MARKER: site.SiteMarker = {
  feedctl: 'static site',
  version: 1,
  files: {},
  documents: {},
  slugs: {},
};
const STATE: site.SiteState = {
  feedctl: 'site state',
  version: 1,
  slugs: {},
  blocks: [],
  bundles: [],
  feeds: [],
};

async function place() {
  const home = temporaryDirectory();
  const path = join(home, 'public');
  const output = await openOutput(path, site.MARKER_FILE);
  const state = join(home, 'public.state.json');
  return {
    state,
    marker: join(output.path, site.MARKER_FILE),
    read: () => readSiteState(output, state, site),
  };
}

it('is nothing before the first build, and what the last one wrote afterwards', async () => {
  const { state, marker, read } = await place();
  expect(await read()).toEqual({ state: null, marker: null });
  writeFileSync(marker, site.formatMarker(MARKER));
  writeFileSync(state, site.formatState(STATE));
  expect(await read()).toEqual({ state: STATE, marker: MARKER });
});

it.each(['', '{}', site.formatState({ ...STATE, version: 2 as never })])(
  'a file of a newer feedctl, or a damaged one, is an error: %j',
  async (text) => {
    const { state, marker, read } = await place();
    writeFileSync(state, text);
    await expect(read()).rejects.toMatchObject({ code: 'STATE_DAMAGED', exitCode: 2 });
    writeFileSync(marker, text);
    await expect(read()).rejects.toMatchObject({ code: 'OUTPUT_NOT_OURS', exitCode: 2 });
  },
);

it('a state that is no file, or a very large one, is an error', async () => {
  const { state, read } = await place();
  mkdirSync(state);
  await expect(read()).rejects.toMatchObject({ code: 'OUTPUT_UNUSABLE' });
  const other = await place();
  writeFileSync(other.state, '');
  truncateSync(other.state, 513 * 1024 * 1024);
  await expect(other.read()).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
});
