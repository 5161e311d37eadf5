import { chmodSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, messageOf } from '../../base/errors.js';
import { parseJson } from '../../base/json.js';
import { makeDirectory } from '../../base/make-directory.js';
import { CliError } from '../kit/index.js';
import { parseProfiles } from './parse-profiles.js';
import { NO_PROFILES, type Profile, type Profiles, profileNamed } from './profile.js';

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
/** Time to wait for another command, which holds the file for milliseconds, in milliseconds. */
const LOCK_WAIT_MS = 10_000;

/** The configuration file. Read directly, because loading conf is slower than most commands; written atomically by conf. */
export class ProfileStore {
  readonly directory: string;
  readonly file: string;
  /**
   * Files and directories that others could write when they were read: keys may be sent elsewhere.
   */
  readonly writableByOthers = new Set<string>();

  constructor(directory: string) {
    this.directory = directory;
    this.file = join(directory, 'config.json');
  }

  /**
   * Reads the profiles; empty when there is no file. Restricts file modes that let others read it.
   *
   * @throws {CliError} when the file is damaged; it is never overwritten
   */
  async read(): Promise<Profiles> {
    const text = this.#readText();
    if (text === null) return NO_PROFILES;
    this.#tighten();
    return this.#parse(text);
  }

  /** The same without changing file modes, so that `doctor` can still report them. @throws {CliError} as `read` */
  peek(): Profiles {
    const text = this.#readText();
    return text === null ? NO_PROFILES : this.#parse(text);
  }

  /** Stores credentials under a name and makes them the current ones. Defaults stay. */
  async save(name: string, profile: Profile): Promise<void> {
    await this.change((before) => {
      const { defaults } = profileNamed(name, before) ?? {};
      const saved = { ...profile, ...(defaults && { defaults }) };
      return { current: name, profiles: { ...before.profiles, [name]: saved } };
    });
  }

  /** Reads and writes in one step, so that a change of another process is not lost. */
  async change(edit: (before: Profiles) => Profiles): Promise<Profiles> {
    const release = await this.#lock();
    try {
      const after = edit(await this.read());
      await this.#write(after);
      return after;
    } finally {
      await release();
    }
  }

  async #write(after: Profiles): Promise<void> {
    const { loadConf } = await import('./load-conf.js');
    const Conf = await loadConf();
    try {
      const conf = new Conf<{ current: string | null; profiles: Profiles['profiles'] }>({
        cwd: this.directory,
        configName: 'config',
        projectName: 'feedctl',
        projectSuffix: '',
        configFileMode: FILE_MODE,
        accessPropertiesByDotNotation: false,
      });
      conf.store = { current: after.current, profiles: after.profiles };
      this.#tighten();
    } catch (error) {
      throw this.#unusable('written', 'CONFIG_UNWRITABLE', error);
    }
  }

  async #lock(): Promise<() => Promise<void>> {
    const lock = `${this.file}.lock`;
    const { FileLocked, takeFileLock } = await import('../../base/file-lock.js');
    try {
      makeDirectory(this.directory, DIRECTORY_MODE);
      return await takeFileLock(lock, LOCK_WAIT_MS);
    } catch (error) {
      if (!(error instanceof FileLocked)) {
        throw this.#unusable('written', 'CONFIG_UNWRITABLE', error);
      }
      throw new CliError(`The configuration file is in use by another command: ${this.file}`, {
        exitCode: 1,
        code: 'CONFIG_IN_USE',
        hint: `Try again; if no other feedctl runs, remove ${lock}`,
      });
    }
  }

  #readText(): string | null {
    try {
      // Read synchronously: the file has a kilobyte, and loading the promises API takes 2 ms.
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw this.#unusable('read', 'CONFIG_UNREADABLE', error);
    }
  }

  #parse(text: string): Profiles {
    const profiles = parseProfiles(parseJson(text));
    if (profiles === null) throw this.#damaged();
    return profiles;
  }

  #tighten(): void {
    // Windows has no such modes; there, the profile directory belongs to the user anyway.
    if (process.platform === 'win32') return;
    for (const [path, mode] of [
      [this.file, FILE_MODE],
      [this.directory, DIRECTORY_MODE],
    ] as const) {
      if ((statSync(path).mode & 0o022) !== 0) this.writableByOthers.add(path);
      tighten(path, mode);
    }
  }

  #damaged(): CliError {
    return new CliError(`The configuration file is damaged: ${this.file}`, {
      exitCode: 2,
      code: 'CONFIG_DAMAGED',
      detail: 'Its content is invalid, so it was not changed. It may contain credentials.',
      hint: `Fix it, or move it away and log in again: mv '${this.file}' '${this.file}.damaged'`,
    });
  }

  #unusable(verb: 'read' | 'written', code: string, error: unknown): CliError {
    const mode = verb === 'read' ? 'it readable' : 'its directory writable';
    return new CliError(`The configuration file cannot be ${verb}: ${this.file}`, {
      exitCode: 1,
      code,
      detail: messageOf(error),
      hint: `Make ${mode}, or use another directory with FEEDCTL_CONFIG_DIR.`,
      cause: error,
    });
  }
}

function tighten(path: string, mode: number): void {
  const entry = lstatSync(path);
  // chmod would follow a symbolic link to a file managed elsewhere (dotfiles, a secret store).
  if (entry.isSymbolicLink()) return;
  const current = entry.mode & 0o777;
  if ((current & ~mode) === 0) return;
  try {
    chmodSync(path, current & mode);
  } catch (error) {
    // The file belongs to another user, or the disk is read-only: the command can still run.
    if (!['EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
}
