import { type IPty, spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { BINARY, type Sandbox } from './sandbox.js';

/** The real binary under a pseudo-terminal: standard input, output and error are all one screen. */
export class Terminal {
  /** Everything that was written so far, control sequences included. */
  screen = '';
  /** Resolves to the exit code, or to 128 and the number of the signal that ended it. */
  readonly ended: Promise<number>;
  readonly #pty: IPty;
  readonly #waiting = new Set<() => void>();
  #isOver = false;

  constructor(
    sandbox: Sandbox,
    args: readonly string[],
    { columns = 80, env = {} }: { columns?: number; env?: Readonly<Record<string, string>> } = {},
  ) {
    this.#pty = spawn(process.execPath, [BINARY, ...args], {
      name: 'xterm-256color',
      cols: columns,
      rows: 40,
      env: { ...sandbox.env, ...env },
    });
    this.#pty.onData((data) => {
      this.screen += data;
      this.#tell();
    });
    this.ended = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#isOver = true;
        this.#tell();
        resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal);
      });
    });
    onTestFinished(() => {
      if (!this.#isOver) this.#pty.kill('SIGKILL');
    });
  }

  /** Waits until the screen, without its control sequences, shows the text. */
  async shows(text: string | RegExp): Promise<void> {
    const found = () =>
      typeof text === 'string' ? this.text().includes(text) : text.test(this.text());
    while (!found()) {
      if (this.#isOver) throw new Error(`Ended without showing ${text}:\n${this.text()}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  /** The screen's text without control sequences, as one long scroll. */
  text(): string {
    return this.screen.replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b[=>78]/g, '').replaceAll('\r', '');
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
