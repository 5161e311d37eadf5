import { restartClean } from '../scripts/clean-environment.js';
import { loadFile } from '../scripts/load-typescript.js';

const status = restartClean();
if (status !== undefined) process.exit(status);

// It measures as it is loaded.
await loadFile('bench/over-time.ts');
