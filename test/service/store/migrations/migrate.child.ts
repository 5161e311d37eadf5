import { once } from 'node:events';
import { openStore } from '../../../../src/service/store/open-store.js';
import { slowMigrations } from './slow-migration.js';

// Opens a database when told to, with a migration that takes longer than a lock is waited for elsewhere,
// and says what it was told, and how many migrations it ran itself.
const [, , location = '', ms = ''] = process.argv;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const told: string[] = [];
let ran = 0;
const store = await openStore(location, undefined, {
  wanted: slowMigrations(Number(ms), () => {
    ran += 1;
  }),
  onMigration: ({ text }) => told.push(text),
});
await store.db.selectFrom('accounts').select('id').execute();
await store.close();
process.stdout.write(`${JSON.stringify({ ran, told })}\n`);
process.stdin.destroy();
