import { startChild } from '../../support/child-process.js';

/** Starts a copy, and kills it after some of its lines; true when it came to its end before that. */
export async function copyAndKill(from: string, to: string, lines: number): Promise<boolean> {
  const child = await startChild('test/service/maintenance/copy.child.ts', from, to);
  let finished = false;
  for (let seen = 0; seen < lines && !finished; seen += 1) {
    finished = (await child.line()).includes('"finished"');
  }
  child.kill();
  await child.exit;
  return finished;
}
