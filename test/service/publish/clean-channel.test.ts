import { describe, expect, it } from 'vitest';
import { cleanChannel } from '../../../src/service/publish/clean-channel.js';
import { channel, item } from '../../support/channels.js';

describe('cleanChannel', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['pt_BR', 'pt-BR'],
    [' fr ', 'fr'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['english', null],
    ['xx', null],
    ['und', null],
    ['not a tag', null],
    ['', null],
    [null, null],
  ])('writes the language %j as %j', (language, expected) => {
    expect(cleanChannel(channel({ language })).language).toBe(expected);
  });

  it.each([
    ['2026-11-20T08:30:00.000Z', '2026-11-20T08:30:00.000Z'],
    ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['-000001-01-01T00:00:00.000Z', undefined],
    ['+012026-11-20T08:30:00.000Z', undefined],
    ['soon', undefined],
  ])('takes the date %j as %j', (date_published, expected) => {
    const { items } = cleanChannel(channel({ items: [item({ date_published })] }));
    expect(items[0]?.published?.toISOString()).toBe(expected);
  });

  it('drops authors without a name', () => {
    const authors = [{ name: ' \n' }, { name: 'Ana\nLima' }];
    expect(cleanChannel(channel({ items: [item({ authors })] })).items[0]?.authors).toEqual([
      'Ana Lima',
    ]);
  });

  it.each([
    [
      { title: 'A\nB', url: 'https://a.example/' },
      { title: 'A B', url: 'https://a.example/' },
    ],
    [
      { title: '', url: 'https://a.example/' },
      { title: '', url: 'https://a.example/' },
    ],
    [{ title: 'A', url: 'javascript:alert(1)' }, null],
    [undefined, null],
  ])('keeps the source %j as %j', (source, expected) => {
    const items = [item(source === undefined ? {} : { source })];
    expect(cleanChannel(channel({ items })).items[0]?.source).toEqual(expected);
  });

  it('keeps attachments with a web address, and their titles if there are any', () => {
    const file = { url: 'https://example.com/a.mp3', mime_type: 'audio/mpeg' };
    const attachments = [
      { ...file, title: 'Part\n1' },
      { ...file, title: ' ' },
      { ...file, url: 'file:///a.mp3' },
    ];
    const { items } = cleanChannel(channel({ items: [item({ attachments })] }));
    expect(items[0]?.attachments).toEqual([{ ...file, title: 'Part 1' }, file]);
  });

  it('links a channel without a page to itself', () => {
    const { siteUrl, title } = cleanChannel(channel({ siteUrl: '', title: '' }));
    expect(siteUrl).toBe('https://feeds.example/feeds/AAAAAAAAAAAAAAAA.xml');
    expect(title).toBe('feeds.example');
  });
});
