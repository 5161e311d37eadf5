#!/usr/bin/env node
import module from 'node:module';

// Node 22 and later keep compiled code between runs; Node 20 has no such call.
module.enableCompileCache?.();
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv.slice(2));
