import { describe, expect, it } from 'vitest';
import { MASKED } from '../../../src/contract/index.js';
import {
  type FormatColumns,
  type FormatInput,
  formatColumns,
  isSecretUrl,
  presentFormat,
  shownUrl,
} from '../../../src/service/webhooks/webhook-format.js';

const NEW: FormatColumns = { url: '', format: null, template: null, headers: null };
const plain: FormatColumns = { ...NEW, url: 'https://a.test/hook' };
const SLACK = 'https://hooks.slack.com/services/T0/B0/abcdef';
const slack: FormatColumns = { ...NEW, url: SLACK, format: 'slack' };
const templated: FormatColumns = { ...plain, format: 'template', template: '{"text":"hello"}' };

describe('what is stored of a webhook', () => {
  it.each<[string, FormatInput, FormatColumns, Partial<FormatColumns>]>([
    ['an address', { url: plain.url }, NEW, plain],
    ['the address of a chat', { url: SLACK }, NEW, slack],
    ['nothing new', {}, slack, slack],
    ['the masked address', { url: shownUrl(slack) }, slack, slack],
    ['another address', { url: 'https://b.test/' }, plain, { ...plain, url: 'https://b.test/' }],
    ['an address that became one of a chat', { url: SLACK }, plain, slack],
    ['a template', { format: 'template', template: '{}' }, plain, { ...templated, template: '{}' }],
    ['the template of before', { format: 'template' }, templated, templated],
    ['no template any more', { format: 'standard' }, templated, plain],
    ['headers', { headers: { B: '1', a: '2' } }, plain, { headers: '{"a":"2","b":"1"}' }],
    [
      'a header less',
      { headers: { A: null } },
      { ...plain, headers: '{"a":"2","b":"1"}' },
      { headers: '{"b":"1"}' },
    ],
    [
      'no header left',
      { headers: { A: null } },
      { ...plain, headers: '{"a":"2"}' },
      { headers: null },
    ],
    ['no headers', { headers: null }, { ...plain, headers: '{"a":"2"}' }, { headers: null }],
    ['the headers of before', {}, { ...plain, headers: '{"a":"2"}' }, { headers: '{"a":"2"}' }],
  ])('of %s', async (_, input, before, after) => {
    expect(await formatColumns(input, before)).toMatchObject(after);
  });

  it.each<[string, FormatInput, FormatColumns, string]>([
    [
      'a template of another format',
      { template: '{}' },
      plain,
      'is for the format template, not standard',
    ],
    ['no template', { format: 'template' }, plain, 'needs a "template"'],
    ['a template that is none', { format: 'template', template: '{' }, plain, '"template" '],
    ['a chat for events', { url: SLACK, format: 'standard' }, NEW, 'Use the format slack'],
    [
      'a chat for another',
      { url: SLACK, format: 'discord' },
      NEW,
      'does not take messages of Discord',
    ],
    [
      'a mask',
      { url: `https://b.test/${MASKED}`, format: 'slack' },
      NEW,
      'must be the address itself',
    ],
    ['no address', { url: 'nowhere', format: 'slack' }, NEW, 'is not an address'],
  ])('nothing is: %s', async (_, input, before, message) => {
    await expect(formatColumns(input, before)).rejects.toThrow(message);
  });
});

describe('what is shown of a webhook', () => {
  it('is the origin of an address that holds a secret', () => {
    expect([plain, slack, { ...slack, format: null }, templated].map(isSecretUrl)).toEqual([
      ...[false, true, true, true],
    ]);
    expect([plain, slack].map(shownUrl)).toEqual([plain.url, `https://hooks.slack.com/${MASKED}`]);
    expect(shownUrl({ url: 'nowhere', format: 'slack' })).toBe('nowhere');
  });

  it('has the names of headers, and a template where there is one', () => {
    expect(presentFormat(plain)).toEqual({ url: plain.url, format: 'standard' });
    expect(presentFormat({ ...templated, headers: '{"a":"1"}' })).toEqual({
      url: `https://a.test/${MASKED}`,
      format: 'template',
      template: templated.template,
      headers: { a: MASKED },
    });
  });
});
