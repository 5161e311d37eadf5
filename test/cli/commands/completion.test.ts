import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const FILES = {
  bash: '.local/share/bash-completion/completions/feedctl',
  zsh: '.local/share/zsh/site-functions/_feedctl',
  fish: '.config/fish/completions/feedctl.fish',
} as const;

describe.each(Object.entries(FILES))('completion install, %s', (shell, path) => {
  it('writes the script where the shell loads it, once, and removes it', async () => {
    const HOME = temporaryDirectory();
    const env = { HOME, SHELL: `/usr/bin/${shell}` };
    const file = join(HOME, path);
    const install = () => run(['completion', 'install'], { env });
    expect(await install()).toMatchObject({ code: 0, stdout: `Installed: ${file}\n` });
    const { stdout: script } = await run(['completion', shell], { env });
    expect(readFileSync(file, 'utf8')).toBe(script);
    expect(await install()).toMatchObject({ code: 0, stdout: `Already installed: ${file}\n` });
    writeFileSync(file, `${script}# of an older release\n`);
    expect(await install()).toMatchObject({ stdout: `Updated: ${file}\n` });
    expect(readFileSync(file, 'utf8')).toBe(script);
    const remove = () => run(['completion', 'uninstall', '--shell', shell], { env: { HOME } });
    expect(await remove()).toMatchObject({ code: 0, stdout: `Removed: ${file}\n` });
    expect(await remove()).toMatchObject({ code: 0, stdout: `Not installed: ${file}\n` });
  });

  it('leaves a file alone that is not its own', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'mine\n');
    for (const action of ['install', 'uninstall']) {
      const { code, stderr } = await run(['completion', action, '--shell', shell], {
        env: { HOME },
      });
      expect(code).toBe(1);
      expect(stderr).toContain('is not a completion script of feedctl');
    }
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
  });
});

it('says which line the start-up file needs, and honours XDG directories', async () => {
  const HOME = temporaryDirectory();
  const XDG_DATA_HOME = join(HOME, 'data');
  const zsh = await run(['completion', 'install', '--shell', 'zsh'], {
    env: { HOME, XDG_DATA_HOME },
  });
  expect(zsh.stderr).toContain(`fpath=('${XDG_DATA_HOME}/zsh/site-functions' $fpath)`);
  const bash = await run(['completion', 'install', '--shell', 'bash'], {
    env: { HOME, XDG_DATA_HOME: 'relative' },
  });
  expect(bash.stdout).toContain(join(HOME, FILES.bash));
  expect(bash.stderr).toContain('source <(feedctl completion bash)');
});

it('names what is wrong', async () => {
  const HOME = temporaryDirectory();
  const shellOf = (SHELL?: string) =>
    run(['completion', 'install'], { env: { HOME, ...(SHELL !== undefined && { SHELL }) } });
  expect((await shellOf()).stderr).toContain('SHELL is not set');
  expect((await shellOf('/bin/tcsh')).stderr).toContain('no completion for the shell /bin/tcsh');
  expect((await run(['completion', 'tcsh'], { env: { HOME } })).code).toBe(2);
  expect((await run(['completion', 'bash', '--shell', 'zsh'], { env: { HOME } })).code).toBe(2);
  writeFileSync(join(HOME, '.config'), 'a file where the directory should be');
  const { code, stderr } = await run(['completion', 'install', '--shell', 'fish'], {
    env: { HOME },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('cannot be changed');
});

it('honours the directories of each shell, and says nothing where nothing is left to do', async () => {
  const HOME = temporaryDirectory();
  const env = { HOME, XDG_CONFIG_HOME: join(HOME, 'c'), BASH_COMPLETION_USER_DIR: join(HOME, 'b') };
  const install = (shell: string) => run(['completion', 'install', '--shell', shell], { env });
  expect(await install('fish')).toEqual({
    code: 0,
    stdout: `Installed: ${HOME}/c/fish/completions/feedctl.fish\n`,
    stderr: '',
  });
  expect((await install('bash')).stdout).toBe(`Installed: ${HOME}/b/completions/feedctl\n`);
  expect(await run(['completion', 'uninstall', '--shell', 'bash'], { env })).toEqual({
    code: 0,
    stdout: `Removed: ${HOME}/b/completions/feedctl\n`,
    stderr: '',
  });
  mkdirSync(join(HOME, '.local/share/zsh/site-functions/_feedctl'), { recursive: true });
  expect(await install('zsh')).toMatchObject({ code: 1, stdout: '' });
});
