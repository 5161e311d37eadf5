import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BINARY, Sandbox } from './sandbox.js';

/** Requests, each of which is a line of the log: several at once, and several times. */
async function useIt(url: string): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const answers = Array.from({ length: 8 }, () => fetch(`${url}/feeds/none.xml`));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(404);
  }
}

function startServer() {
  const { env } = new Sandbox();
  const server = spawn(process.execPath, [BINARY, 'serve', '--port', '0'], { env });
  onTestFinished(() => void server.kill('SIGKILL'));
  return server;
}

/** All that is said so far, on either stream. */
function textOf({ stdout, stderr }: ChildProcess) {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

/** The address in the first line, whether that is the log's or the announcement. */
async function addressIn(said: () => string): Promise<string> {
  await expect.poll(said).toMatch(/(?:127\.0\.0\.1:|"port":)\d+/);
  const port = /(?:127\.0\.0\.1:|"port":)(\d+)/.exec(said())?.[1];
  return `http://127.0.0.1:${port}`;
}

describe('a server whose output nobody reads any more', () => {
  it.each([
    ['standard output', ['stdout']],
    ['standard error', ['stderr']],
    ['either', ['stdout', 'stderr']],
  ] as const)('goes on, and ends with one SIGTERM: %s', async (_name, closed) => {
    const server = startServer();
    const said = textOf(server);
    const url = await addressIn(said);
    await expect.poll(said).toContain('Press Ctrl-C to stop.');
    for (const stream of closed) server[stream].destroy();
    await useIt(url);
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
  });

  it('goes on when its announcement is not read', async () => {
    const server = startServer();
    server.stdout.destroy();
    const said = textOf(server);
    await useIt(await addressIn(said));
    await expect.poll(said).toContain('Press Ctrl-C to stop.');
    const exit = once(server, 'exit');
    server.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
  });

  it.each([1, 4])('goes on behind `| head -%d`', async (lines) => {
    const pipeline = `(echo "pid $BASHPID" >&2; exec '${process.execPath}' '${BINARY}' serve --port 0 2>&1) | head -${lines}; echo "code $PIPESTATUS"`;
    const shell = spawn('bash', ['-c', pipeline], { env: new Sandbox().env });
    const said = textOf(shell);
    await expect.poll(said).toMatch(/pid \d+/);
    const pid = Number(/pid (\d+)/.exec(said())?.[1]);
    onTestFinished(() => endProcess(pid));
    await useIt(await addressIn(said));
    const end = once(shell, 'close');
    process.kill(pid, 'SIGTERM');
    await end;
    expect(said()).toMatch(/code 143\n$/);
  });
});

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}
