#!/usr/bin/env node
import module from 'node:module';

// Node 22 and later keep compiled code between runs; Node 20 has no such call.
module.enableCompileCache?.();
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv.slice(2));

// After a signal, work that cannot be interrupted must not keep the user waiting. The timer itself
// keeps nothing alive, and output is complete by now.
if (process.exitCode >= 128) setTimeout(() => process.exit(), 2000).unref();
