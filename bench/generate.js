import { loadBundled } from './bundled.js';

// It measures as it is loaded.
await loadBundled('generate.ts');
