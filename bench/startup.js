import { binary, medianUsage, wallTimes } from './process.js';

export const title = 'Start-up, against `node -e 0`';

export async function run() {
  const commands = [
    ['--version'],
    ['--help'],
    ['feeds', '--help'],
    ['__complete', 'zsh', 'feeds', 'get', ''],
  ];
  const [node, ...ours] = wallTimes([['-e', '0'], ...commands.map((args) => [binary, ...args])], {
    rounds: 25,
  });
  const rows = [];
  for (const [index, args] of commands.entries()) {
    rows.push({
      what: `feedctl ${args.join(' ')}`,
      value: ours[index],
      unit: 'ms',
      reference: `node -e 0: ${node.toFixed(1)} ms`,
      ratio: ours[index] / node,
      // At a prompt, where nothing else is loading either, a little more goes unnoticed.
      budget: args[0] === '__complete' ? 1.5 : 1.35,
    });
    const { memory } = await medianUsage(args, {});
    rows.push({ what: `feedctl ${args.join(' ')}`, value: memory, unit: 'MiB', budget: 50 });
  }
  return rows;
}
