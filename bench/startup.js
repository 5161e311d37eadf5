import { binary, leastUsage } from './process.js';
import { freshMachine, seededMachine, serveOn } from './served.js';

export const title = 'Start-up, CPU against `node -e 0`';

const LIST = ['feeds', 'list', '--json'];
const ITEMS = ['items', '--limit', '30', '--json'];

export async function run() {
  const machine = await seededMachine({ feeds: 100, itemsPerFeed: 30 });
  const server = await serveOn(machine);
  const fresh = freshMachine();
  try {
    const { env } = machine;
    const remote = { ...env, ...server.remote };
    const commands = [
      { args: ['--version'], budget: 1.1 },
      { args: ['--help'], budget: 1.1 },
      { args: ['feeds', '--help'], budget: 1.1 },
      // Without a database: no names to complete.
      { args: ['__complete', 'zsh', 'feeds', 'get', ''], env: fresh.env, budget: 1.6 },
      { args: LIST, env: remote, budget: 3, where: ', over HTTP' },
      { args: LIST, env, budget: 4.5, where: ', embedded' },
      { args: ITEMS, env: remote, budget: 3.5, where: ', over HTTP' },
      { args: ITEMS, env, budget: 6, where: ', embedded' },
    ];
    const [node, ...ours] = await leastUsage(
      [
        { args: ['-e', '0'] },
        ...commands.map(({ args, env: given }) => ({ args: [binary, ...args], env: given })),
      ],
      { rounds: 15 },
    );
    return commands.flatMap(({ args, budget, where = '' }, index) => [
      {
        what: `feedctl ${args.join(' ')}${where}`,
        value: ours[index].cpu,
        unit: 'ms',
        reference: `node -e 0: ${node.cpu.toFixed(1)} ms`,
        ratio: ours[index].cpu / node.cpu,
        budget,
      },
      {
        what: `feedctl ${args.join(' ')}${where}`,
        value: ours[index].memory,
        unit: 'MiB',
        budget: args === LIST || args === ITEMS ? 100 : 50,
      },
    ]);
  } finally {
    await server.stop();
    machine.remove();
    fresh.remove();
  }
}
