// npm run train -- COMMAND: see train/train.ts.
import { loadBundled } from '../bench/bundled.js';
import { restartClean } from '../scripts/clean-environment.js';

const status = restartClean();
if (status !== undefined) process.exit(status);

const { main } = await loadBundled('train/train.ts');
process.exitCode = await main(process.argv.slice(2));
