import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { expect, it } from 'vitest';
import { verifyWebhook } from '../../../src/contract/webhook-signature.js';
import { type Child, startChild } from '../../support/child-process.js';
import { startReceiver } from '../../support/receiver.js';
import { startSetup } from '../../support/webhooks-setup.js';

/** FEEDCTL_PROOF_ROUNDS=100 is the long form: npm run prove deliveries. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 2);

/** The clock's: five minutes pass in 0.3 s. */
const SPEED = 1000;

/** Of one event: the fifth retry would take a while even so. */
const MAX_FAILURES = 3;

it(`every event arrives, though the process is killed ${ROUNDS} times and the receiver fails`, {
  timeout: 180_000 + ROUNDS * 60_000,
}, async () => {
  const setup = await startSetup();
  const receiver = await startReceiver();
  const webhook = await setup.webhooks.create({ url: receiver.url });
  await setup.announce(3);
  const arrived = new Map<string, Set<string>>();
  const failures = new Map<string, number>();
  let forged = 0;
  receiver.answer((response, { headers, body }) => {
    const signed = { scheme: 'standard', secrets: [webhook.secret], headers, body } as const;
    // Signed by a clock that runs ahead of this one.
    if (!verifyWebhook({ ...signed, now: 0, tolerance: 1e12 }).ok) forged += 1;
    const id = String(headers['webhook-id']);
    const failed = failures.get(id) ?? 0;
    const fate = failed < MAX_FAILURES ? Math.random() : 1;
    if (fate < 0.3) failures.set(id, failed + 1);
    if (fate < 0.1) response.destroy();
    else if (fate < 0.3) response.writeHead(randomInt(500, 504)).end('not now');
    else {
      arrived.set(id, (arrived.get(id) ?? new Set()).add(body.toString('utf8')));
      response.writeHead(204).end();
    }
  });

  const times = [setup.clock.now(), Date.now(), SPEED].map(String);
  const start = (mode: 'announce' | 'finish'): Promise<Child> =>
    startChild('test/service/webhooks/kill-rounds.child.ts', setup.databasePath, ...times, mode);
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await start('announce');
    await child.line();
    await sleep(randomInt(20, 700));
    child.kill();
    await child.exit;
  }
  const last = await start('finish');
  expect(await last.exit).toBe(0);
  expect(forged).toBe(0);

  const events = new Map((await setup.events()).map((event) => [event.id, event]));
  // One that was announced here, and one at least in each round.
  expect(events.size).toBeGreaterThan(ROUNDS);
  expect([...arrived.keys()].sort()).toEqual([...events.keys()].sort());
  for (const [id, bodies] of arrived) {
    // However often it came, it was one and the same.
    expect([...bodies].map((body) => JSON.parse(body))).toEqual([events.get(id)]);
  }
  expect(integrity(setup.databasePath)).toEqual([{ integrity_check: 'ok' }]);
});

function integrity(path: string): unknown {
  const database = new LibsqlDatabase(path);
  try {
    return database.pragma('integrity_check');
  } finally {
    database.close();
  }
}
