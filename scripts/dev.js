// Runs the command line from src/: npm run dev -- feeds list
import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));
// In the repository, where libsql is found; the worker is loaded when it is first needed.
const target = `${root}node_modules/.cache/feedctl-dev-${process.pid}`;
process.on('exit', () => rmSync(target, { recursive: true, force: true }));
process.chdir(root);
await bundle(target, { minify: false, sourcemap: 'inline' });
process.setSourceMapsEnabled(true);
// npm starts scripts at the root; files are named from where the user is.
process.chdir(process.env.INIT_CWD ?? root);
const { main } = await import(pathToFileURL(`${target}/cli.cjs`).href);
process.exitCode = await main(process.argv.slice(2));
if (process.exitCode >= 128) setTimeout(() => process.exit(), 2000).unref();
