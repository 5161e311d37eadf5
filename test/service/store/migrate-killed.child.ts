import { migrations } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';

// Migrates a database and says each migration that was run, none of them committed yet. After the
// last one of these it stands still inside the transaction, for its parent to kill it.
const [, , location = '', standsStillAfter = ''] = process.argv;
await openStore(location, undefined, {
  wanted: migrations.map(({ version, name, up }) => ({
    version,
    name,
    async up(db) {
      await up(db);
      process.stdout.write(`${version}\n`);
      if (version === Number(standsStillAfter)) await new Promise(() => setInterval(() => {}, 1e6));
    },
  })),
});
