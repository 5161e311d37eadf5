import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it('health says that a wrong clock was put back, and which times became due', async () => {
  const home = temporaryDirectory();
  const env = { HOME: home };
  const quiet = await run(['health'], { env });
  expect(quiet.stderr).not.toContain('clock');

  const { db, close } = await openStore(join(home, '.local', 'share', 'feedctl', 'feedctl.db'));
  await db
    .insertInto('repaired_times')
    .values({ name: 'feeds.next_refresh_at', rows: 3, repaired_at: Date.now() })
    .execute();
  await close();
  expect((await run(['health'], { env })).stderr).toContain(
    'The clock was put back: 3 times of feeds.next_refresh_at lay too far ahead and became due at ',
  );
});
