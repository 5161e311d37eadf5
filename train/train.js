// npm run train -- COMMAND: see train/train.ts.

import { restartClean } from '../scripts/clean-environment.js';
import { loadFile } from '../scripts/load-typescript.js';

const status = restartClean();
if (status !== undefined) process.exit(status);

const { main } = await loadFile('train/train.ts');
process.exitCode = await main(process.argv.slice(2));
