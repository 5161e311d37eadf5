import { openStore } from '../../../src/service/store/open-store.js';

// Adds two accounts a transaction, as fast as it can, until it is told to stop; every failure counts.
const [, , database = ''] = process.argv;
const store = await openStore(database);
let stopped = false;
let failed: string | null = null;
process.stdin.once('data', () => {
  stopped = true;
});
let number = 0;
while (!stopped && failed === null) {
  number += 1;
  const name = 'x'.repeat(20_000);
  await store.db
    .transaction()
    .execute(async (transaction) => {
      for (const half of ['a', 'b']) {
        const id = `${number}${half}`;
        const row = { id, name: `${id}${name}`, created_at: number };
        await transaction.insertInto('accounts').values(row).execute();
      }
    })
    .catch((error: unknown) => {
      failed = String(error);
    });
  if (number % 10 === 0) process.stdout.write(`${number}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
await store.close();
process.stdout.write(`${JSON.stringify({ written: number, failed })}\n`);
process.stdin.destroy();
