import { describe, expect, it } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A user with nothing stored yet. */
function user() {
  const home = { HOME: temporaryDirectory() };
  return (argv: readonly string[], env: Record<string, string> = {}) =>
    run(['auth', ...argv], { env: { ...home, ...env } });
}

describe('auth logout', () => {
  it('names the variables that still log in, and those only', async () => {
    const auth = user();
    const { code, stderr } = await auth(['logout'], { FEEDCTL_API_KEY: 'key' });
    expect(code).toBe(0);
    expect(stderr).toContain('No service is selected.');
    expect(stderr).toContain('unset FEEDCTL_API_KEY\n');
    const again = await auth(['logout']);
    expect(again).toMatchObject({ code: 4, stdout: '' });
    expect(again.stderr).toContain('You are already logged out.');
    expect(again.stderr).not.toContain('unset');
  });
});

describe('auth status', () => {
  it('names the profile that was asked for, whatever asked for it', async () => {
    const auth = user();
    const profile = async (argv: readonly string[], env?: Record<string, string>) =>
      JSON.parse((await auth(['status', '--json', ...argv], env)).stdout).profile;
    expect(await profile(['--profile', 'embedded'])).toBe('embedded');
    expect(await profile([], { FEEDCTL_PROFILE: 'embedded' })).toBe('embedded');
  });

  it('shows the key of the embedded service, once it has one', async () => {
    const auth = user();
    const status = async (...argv: string[]) =>
      JSON.parse((await auth(['status', '--json', ...argv])).stdout);
    expect(await status()).toMatchObject({ source: 'implied', api_key: null, read_only: null });
    const { stdout: token } = await auth(['token']);
    expect(await auth(['token'])).toMatchObject({ stdout: token });
    const shown = { kind: 'embedded', base_url: null, api_key: token.split(':')[0] };
    expect(await status()).toMatchObject({ ...shown, read_only: false, expires_at: null });
    await auth(['login', '--embedded']);
    expect(await status()).toMatchObject({ source: 'profile', profile: 'embedded' });
  });
});
