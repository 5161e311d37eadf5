import { existsSync, utimesSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { type Run, ProcessSandbox as Sandbox } from './sandbox.js';
import { serving } from './serving.js';

const BREAK = "update bundles set name = cast(x'54ff' as text)";

/** Runs one statement in a process of its own, as another program does; it leaves no log. */
async function runElsewhere(path: string, statement: string): Promise<void> {
  const script = `new (require('libsql'))(process.argv[1]).exec(process.argv[2])`;
  await execa(process.execPath, ['-e', script, path, statement]);
  expect(existsSync(`${path}-wal`)).toBe(false);
}

async function sandboxWithBundle(): Promise<Sandbox> {
  const sandbox = new Sandbox();
  await sandbox.output('bundles', 'create', '--name', 'News');
  return sandbox;
}

function expectRepair({ code, stderr }: Run): void {
  expect(code).toBe(0);
  expect(stderr).toContain('name of the row');
  expect(stderr).toContain('Their invalid bytes were replaced.');
}

describe('a text that is not UTF-8, written while nobody had the database open', () => {
  it.each([[['bundles', 'list']], [['health']], [['doctor']]])(
    '%j survives it, and says so once',
    async (args) => {
      const sandbox = await sandboxWithBundle();
      await runElsewhere(sandbox.databaseFile, BREAK);
      const first = await sandbox.run(args);
      expectRepair(first);
      const second = await sandbox.run(['bundles', 'list']);
      expect(second.stderr).not.toContain('UTF-8');
      expect(second.stdout).toContain('T\uFFFD');
    },
  );

  it('serve survives it', async () => {
    const sandbox = await sandboxWithBundle();
    await runElsewhere(sandbox.databaseFile, BREAK);
    await serving(sandbox);
    expect(await sandbox.output('bundles', 'list')).toContain('T\uFFFD');
  });

  it('is a finding of doctor --database', async () => {
    const sandbox = await sandboxWithBundle();
    await runElsewhere(sandbox.databaseFile, BREAK);
    const { code, stdout } = await sandbox.run(['doctor', '--database']);
    expect(code).toBe(9);
    expect(stdout).toContain('bundles.name');
  });

  it('is not looked for in a file that is as feedctl left it', async () => {
    const sandbox = await sandboxWithBundle();
    const { databaseFile } = sandbox;
    const then = new Date('2026-01-02');
    utimesSync(databaseFile, then, then);
    await sandbox.output('bundles', 'list');
    await runElsewhere(databaseFile, BREAK);
    utimesSync(databaseFile, then, then);
    expect((await sandbox.run(['bundles', 'list'])).stderr).toContain('Utf8Error');
  });
});
