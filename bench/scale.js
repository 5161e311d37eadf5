import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment } from '../scripts/clean-environment.js';
import { freePort } from '../scripts/postgres-server.js';
import { loadBundled } from './bundled.js';
import { binary, median } from './process.js';
import { freshMachine } from './served.js';

const FEW = 1000;
const MANY = 100_000;
const ROUNDS = 40;
/** How much slower each may be with a hundred times as many feeds. */
const BUDGETS = { 'list, at 90 %': 10 };
const USUAL_BUDGET = 2;
const STARTS = 5;

export const title = `${MANY} feeds and ${(MANY * 30) / 1e6} million items stored, against ${FEW} feeds`;

/** Takes minutes and gigabytes, in the directory for temporary files. */
export async function run() {
  const few = sqliteMachine();
  const many = sqliteMachine();
  try {
    return [...(await growth(few.location, many.location)), await startTime(many.env)];
  } finally {
    few.remove();
    many.remove();
  }
}

/** What a hundred times as many feeds cost, on two empty databases. */
export async function growth(few, many) {
  const { seed, measure } = await loadBundled('bench/scale.ts');
  await seed(few, { feeds: FEW });
  await seed(many, { feeds: MANY });
  const before = await measure(few, { feeds: FEW, rounds: ROUNDS });
  const after = await measure(many, { feeds: MANY, rounds: ROUNDS });
  return Object.keys(after).map((what) => row(what, before[what], after[what]));
}

function row(what, before, after) {
  return {
    what: `${what}: p50`,
    value: median(after),
    unit: 'ms',
    reference: `${FEW} feeds: ${median(before).toFixed(2)} ms`,
    ratio: median(after) / median(before),
    budget: BUDGETS[what] ?? USUAL_BUDGET,
  };
}

export function sqliteMachine() {
  const { env, remove } = freshMachine();
  mkdirSync(env.FEEDCTL_DATA_DIR, { recursive: true });
  return { env, location: join(env.FEEDCTL_DATA_DIR, 'feedctl.db'), remove };
}

/** Median seconds from starting the process to its first 200 from /readyz. */
export async function startTime(env) {
  const times = [];
  for (let start = 0; start < STARTS; start++) times.push(await timedStart(env));
  return { what: 'start to /readyz', value: median(times), unit: 's', budget: 0.5 };
}

async function timedStart(env) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [binary, 'serve', '--no-refresh', '--port', String(port)], {
    env: cleanEnvironment(env),
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    while (child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (answer?.status === 200) return (performance.now() - started) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`serve ended with ${child.exitCode}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
