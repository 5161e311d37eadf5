import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { ProcessSandbox as Sandbox } from './sandbox.js';
import { serving } from './serving.js';

const BREAK = "update bundles set name = cast(x'54ff' as text)";

/** Runs one statement in a process of its own, as another program does. */
async function runElsewhere(path: string, statement: string): Promise<void> {
  const script = `new (require('libsql'))(process.argv[1]).exec(process.argv[2])`;
  await execa(process.execPath, ['-e', script, path, statement]);
}

async function sandboxWithBundle(): Promise<Sandbox> {
  const sandbox = new Sandbox();
  await sandbox.output('bundles', 'create', '--name', 'News');
  return sandbox;
}

describe('a text that is not UTF-8, written by another program', () => {
  it.each([[['bundles', 'list']], [['health']], [['doctor']]])('%j survives it', async (args) => {
    const sandbox = await sandboxWithBundle();
    await runElsewhere(sandbox.databaseFile, BREAK);
    expect((await sandbox.run(args)).code).toBe(0);
    expect(await sandbox.output('bundles', 'list')).toContain('T\uFFFD');
  });

  it('serve survives it while it runs', async () => {
    const sandbox = await sandboxWithBundle();
    const server = await serving(sandbox);
    await runElsewhere(sandbox.databaseFile, BREAK);
    expect(await sandbox.output('bundles', 'list')).toContain('T\uFFFD');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('is a finding of doctor --database', async () => {
    const sandbox = await sandboxWithBundle();
    await runElsewhere(sandbox.databaseFile, BREAK);
    const { code, stdout } = await sandbox.run(['doctor', '--database']);
    expect(code).toBe(9);
    expect(stdout).toContain('bundles.name');
  });
});
