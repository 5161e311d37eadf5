import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileDirectory, temporaryDirectory } from '../support/temporary-directory.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

const BREAK = "update bundles set name = cast(x'54ff' as text)";

/** Runs one statement in a process of its own, as another program does. */
async function runElsewhere(path: string, statement: string): Promise<void> {
  const script = `new (require('libsql'))(process.argv[1]).exec(process.argv[2])`;
  await execa(process.execPath, ['-e', script, path, statement]);
}

async function sandboxWithBundle(home: string): Promise<Sandbox> {
  const sandbox = new Sandbox({}, home);
  await sandbox.output('bundles', 'create', '--name', 'News');
  return sandbox;
}

// Commands in processes of their own: what reads such a text without care ends its process.
describe('a text that is not UTF-8, written by another program', () => {
  let broken: Sandbox;
  beforeAll(async () => {
    broken = await sandboxWithBundle(fileDirectory());
    await runElsewhere(broken.databaseFile, BREAK);
  });

  it.each([[['health']], [['doctor']]])('%j survives it', async (args) => {
    expect((await broken.runProcess(args)).code).toBe(0);
  });

  it('is a finding of doctor --database', async () => {
    const { code, stdout } = await broken.runProcess(['doctor', '--database']);
    expect(code).toBe(9);
    expect(stdout).toContain('bundles.name');
  });

  it('is listed, also after the commands above', async () => {
    const { code, stdout } = await broken.runProcess(['bundles', 'list']);
    expect(code).toBe(0);
    expect(stdout).toContain('T\uFFFD');
  });

  it('serve survives it while it runs', async () => {
    const sandbox = await sandboxWithBundle(temporaryDirectory());
    const { url } = await serving(sandbox);
    await runElsewhere(sandbox.databaseFile, BREAK);
    expect((await sandbox.runProcess(['bundles', 'list'])).stdout).toContain('T\uFFFD');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
