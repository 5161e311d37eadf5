// Runs commands as a shell would and measures them from outside.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../scripts/clean-environment.js';

export const binary = fileURLToPath(new URL('../bin/feedctl.js', import.meta.url));
const usageReporter = fileURLToPath(new URL('./report-usage.cjs', import.meta.url));

/**
 * The least CPU milliseconds and MiB of several runs of programs, run in turns so that noise hits all
 * alike. Not wall time: a machine that does other things takes any time for a start.
 * @param {readonly ((round: number) => { args: string[], env?: object })[]} programs arguments of Node
 */
export async function leastUsage(programs, { rounds }) {
  const least = programs.map(() => ({ cpu: Infinity, memory: Infinity }));
  // The first round only warms the file cache.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, program] of programs.entries()) {
      const { args, env = {} } = program(round);
      const { cpu, memory } = await nodeUsage(args, env);
      const known = least[index];
      if (round > 0) known.cpu = Math.min(known.cpu, cpu * 1000);
      known.memory = Math.min(known.memory, memory);
    }
  }
  return least;
}

/** CPU seconds and peak resident MiB of one run of the real binary. */
export function usage(args, env = {}) {
  return nodeUsage([binary, ...args], env);
}

async function nodeUsage(args, env) {
  const child = spawn(process.execPath, ['--require', usageReporter, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: cleanEnvironment(env),
  });
  child.stdout.resume();
  const [errors, report] = await Promise.all([
    text(child.stderr),
    text(child.stdio[3]),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  // 9: `health` found something.
  if (child.exitCode !== 0 && child.exitCode !== 9)
    throw new Error(`node ${args.join(' ')}: ${errors}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(report);
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 };
}

/** Clock ticks of the kernel a second, on every Linux of today. */
const TICKS = 100;

/** CPU seconds of a running process so far, and its MiB: peak and now; null where there is no /proc. */
export function usageOf(pid) {
  try {
    const [, stat] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = stat.split(' ').slice(11, 13).map(Number);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return {
      cpu: (user + system) / TICKS,
      memory: mebibytes('VmHWM'),
      resident: mebibytes('VmRSS'),
    };
  } catch {
    return null;
  }
}

/** What one run of the real binary prints on stdout. */
export async function output(args, env) {
  const child = spawn(process.execPath, [binary, ...args], {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}

export function median(values) {
  return percentile(values, 0.5);
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function text(stream) {
  let all = '';
  for await (const chunk of stream) all += chunk;
  return all;
}
