import { describe, expect, it } from 'vitest';
import {
  canonicalAccess,
  maskedAccess,
  renderColumn,
  stepsColumn,
  storedAccess,
  storedSteps,
} from '../../../src/service/feeds/source-access.js';

describe('access to a source', () => {
  const access = {
    headers: { 'X-Token': 'secret-1', accept: 'secret-2' },
    cookie: 'secret-3',
    basic_auth: 'anna:secret-4',
    user_agent: 'Reader/1.0',
    proxy: 'http://u:secret-5@proxy.example',
  };

  it('is shown without its secrets, and only what there is', () => {
    const shown = maskedAccess(canonicalAccess(access) ?? '');
    expect(shown).toEqual({
      headers: { accept: '***', 'x-token': '***' },
      cookie: '***',
      basic_auth: '***',
      user_agent: 'Reader/1.0',
      proxy: '***',
    });
    expect(JSON.stringify(shown)).not.toContain('secret');
    for (const [name, value] of Object.entries(access)) {
      const one = canonicalAccess({ [name]: value }) ?? '';
      expect(Object.keys(maskedAccess(one))).toEqual([name]);
    }
  });

  it('is stored alike however it is written, and as nothing when there is none', () => {
    const { headers, ...rest } = access;
    const turned = Object.fromEntries(Object.entries(headers).reverse());
    expect(canonicalAccess({ ...rest, headers: turned })).toBe(canonicalAccess(access));
    expect(storedAccess(canonicalAccess({ cookie: 'a=b' }))).toEqual({ cookie: 'a=b' });
    for (const none of [null, undefined, {}, { headers: {} }]) {
      expect(canonicalAccess(none)).toBeNull();
    }
  });
});

it('rendering is stored where it differs from the usual', () => {
  expect((['auto', 'always', 'never'] as const).map(renderColumn)).toEqual([
    null,
    'always',
    'never',
  ]);
  expect([undefined, []].map(stepsColumn)).toEqual([null, null]);
  expect(storedSteps(stepsColumn(['scroll', 'click=.more']))).toEqual(['scroll', 'click=.more']);
  expect(storedSteps(null)).toEqual([]);
});
