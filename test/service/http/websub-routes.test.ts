import { expect, it } from 'vitest';
import { webSubRoutes } from '../../../src/service/http/websub-routes.js';
import type { Received } from '../../../src/service/websub/receive.js';
import type { WebSub } from '../../../src/service/websub/websub.js';

/** Callbacks whose pushes are answered by hand. */
function routes() {
  const held: ((received: Received) => void)[] = [];
  const websub: WebSub = {
    verify: async () => null,
    startLoop: () => expect.fail('No loop belongs to the routes.'),
    expects: async () => true,
    receive: () => new Promise((resolve) => held.push(resolve)),
  };
  const app = webSubRoutes({ websub: async () => websub });
  const push = () => app.request(`/websub/${'a'.repeat(43)}`, { method: 'POST', body: 'x' });
  return { held, push };
}

it('takes eight pushes at once; a hub repeats the others in a minute', async () => {
  const { held, push } = routes();
  const taken = Array.from({ length: 8 }, push);
  await expect.poll(() => held.length).toBe(8);
  const refused = await push();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  for (const answer of held) answer('stored');
  for (const answer of taken) expect((await answer).status).toBe(202);

  const next = push();
  await expect.poll(() => held.length).toBe(9);
  held[8]?.('stored');
  expect((await next).status).toBe(202);
});

it('answers a hub with what became of its push', async () => {
  const { held, push } = routes();
  for (const [received, status] of [
    ['stored', 202],
    ['dropped', 202],
    ['gone', 410],
    ['busy', 503],
  ] as const) {
    const answer = push();
    await expect.poll(() => held.length).toBe(1);
    held.pop()?.(received);
    expect((await answer).status).toBe(status);
  }
});
