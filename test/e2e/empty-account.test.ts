import { expect, it } from 'vitest';
import { Sandbox } from './sandbox.js';

it.each([
  'feeds list',
  'bundles list',
  'keys list',
  'webhooks list',
  'webhooks deliveries',
  'accounts list',
  'profiles list',
  'items --search reef',
  'refresh',
  'health',
  'health --only duplicate',
  'export',
])('%s --json prints no note about an empty account', async (line) => {
  const { code, stderr } = await new Sandbox().run([...line.split(' '), '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
