import { medianUsage } from './process.js';
import { seededMachine, serveOn } from './served.js';

export const title = 'One command that reads, 10,000 feeds stored';

const LIST = ['feeds', 'list', '--json'];
const STREAM = ['feeds', 'list', '--all', '-o', 'jsonl'];

export async function run() {
  const machine = await seededMachine({ feeds: 10_000, itemsPerFeed: 3 });
  const server = await serveOn(machine);
  try {
    const remote = await medianUsage(LIST, { ...machine.env, ...server.remote });
    const stream = await medianUsage(STREAM, { ...machine.env, ...server.remote }, 1);
    await server.stop();
    const embedded = await medianUsage(LIST, machine.env);
    const embeddedStream = await medianUsage(STREAM, machine.env, 1);
    return [
      { what: 'feeds list --json, over HTTP: CPU', value: remote.cpu, unit: 's', budget: 0.36 },
      {
        what: 'feeds list --json, over HTTP: memory',
        value: remote.memory,
        unit: 'MiB',
        budget: 100,
      },
      {
        what: 'feeds list --json, embedded: CPU',
        value: embedded.cpu,
        unit: 's',
        // 1.5 × what the command may take over HTTP: it does the work of the service as well.
        budget: 1.5 * 0.36,
        reference: `${(embedded.cpu / remote.cpu).toFixed(2)} × the same over HTTP`,
      },
      { what: 'feeds list --json, embedded: memory', value: embedded.memory, unit: 'MiB' },
      {
        what: 'feeds list --all -o jsonl, over HTTP: memory',
        value: stream.memory,
        unit: 'MiB',
        budget: 150,
      },
      {
        what: 'feeds list --all -o jsonl, embedded: memory',
        value: embeddedStream.memory,
        unit: 'MiB',
        budget: 150,
      },
    ];
  } finally {
    await server.stop();
    machine.remove();
  }
}
