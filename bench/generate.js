import { restartClean } from '../scripts/clean-environment.js';
import { loadBundled } from './bundled.js';

const status = restartClean();
if (status !== undefined) process.exit(status);

// It measures as it is loaded.
await loadBundled('bench/generate.ts');
