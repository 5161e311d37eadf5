import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';

import { later } from './later-migration.js';

// Migrates a database and says each migration that was run, none of them committed yet. After the
// last one it stands still inside the transaction, for its parent to kill it.
const [, , location = ''] = process.argv;
await openStore(location, undefined, {
  wanted: [...MIGRATIONS, later].map(({ version, name, up }) => ({
    version,
    name,
    async up(db) {
      await up(db);
      process.stdout.write(`${version}\n`);
      if (version === later.version) await new Promise(() => setInterval(() => {}, 1e6));
    },
  })),
});
