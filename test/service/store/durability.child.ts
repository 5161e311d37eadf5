import { openService } from '../../../src/service/app/service.js';

// A process that makes bundles until it is killed, and says the id of each that was acknowledged.
const [databasePath = ''] = process.argv.slice(2);
const service = await openService({ databasePath });
const { apiKey, apiSecret } = await service.issueOwnerKey('durability');

await Promise.all(Array.from({ length: 4 }, makeBundles));

async function makeBundles(): Promise<never> {
  for (let number = 0; ; number += 1) {
    const request = new Request('http://127.0.0.1/v1/bundles', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}:${apiSecret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ name: `Bundle ${number}` }),
    });
    const response = await service.fetch(request);
    const { id } = (await response.json()) as { id: string };
    if (response.status === 201) process.stdout.write(`${id}\n`);
  }
}
