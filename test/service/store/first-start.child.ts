import { once } from 'node:events';
import { openService } from '../../../src/service/app/service.js';

// Opens the service on a database when told to, and says whether it was the first to do so.
const [, , databasePath = ''] = process.argv;
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const service = await openService({ databasePath });
const key = await service.issueOwnerKey('child');
await service.close();
process.stdout.write(`${JSON.stringify({ ownerIsNew: service.ownerIsNew, ...key })}\n`);
process.stdin.destroy();
