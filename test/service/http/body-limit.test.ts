import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { testDatabase } from '../../support/database.js';

it('an endless request body is left alone after 1 MiB', async () => {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  let sent = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
    },
    cancel() {
      cancelled = true;
    },
  });
  const request = new Request('http://127.0.0.1/v1/bundles', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}:${apiSecret}`,
      'Content-Type': 'application/json',
    },
    body,
    duplex: 'half',
  });
  const response = await service.fetch(request);

  expect(response.status).toBe(413);
  expect(cancelled).toBe(true);
  expect(sent).toBeLessThan(2 * 1024 * 1024);
});
