import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compilerFlags } from '../../../src/cli/kit/v8-flags.js';

describe('compilerFlags', () => {
  it('are known to the V8 that runs this', () => {
    const flags = JSON.stringify(compilerFlags(process.versions.node));
    const script = `${flags}.forEach((flag) => require('node:v8').setFlagsFromString(flag))`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('are few for a version whose flags are not known', () => {
    expect(compilerFlags('99.0.0')).toEqual([`--wasm-tiering-budget=${2 ** 31 - 1}`]);
    expect(compilerFlags('22.1.0')).toContain('--invocation-count-for-turbofan=45000');
  });
});
