import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FINGERPRINT_VERSION,
  type FingerprintedEntry,
  fingerprint,
  sameVersion,
  textMark,
} from '../../../src/service/items/fingerprint.js';
import { anyText } from '../../support/any-text.js';

const ENTRY: FingerprintedEntry = {
  title: "Council votes for 'free' buses",
  url: 'https://www.example.com/news/4711?page=2',
  authors: [{ name: 'Ada Byron' }, { name: 'Grace Hopper' }],
  descriptionText: 'The council voted 31 to 12. Buses are free from May on.',
  descriptionHtml: '<p>The council voted <b>31</b> to 12. Buses are free from May on.</p>',
};

const of = (change: Partial<FingerprintedEntry>) => fingerprint({ ...ENTRY, ...change });
const ofText = (descriptionText: string) => of({ descriptionText });

describe('fingerprint', () => {
  it('is short and says its version', () => {
    expect(fingerprint(ENTRY)).toMatch(/^7\.[\w-]{11}\.[\w-]{16}$/);
    expect(fingerprint(ENTRY).startsWith(`${FINGERPRINT_VERSION}.`)).toBe(true);
  });

  const same: [string, Partial<FingerprintedEntry>][] = [
    ['curly quotes', { title: 'Council votes for ‘free’ buses' }],
    ['white space', { title: "  Council votes\n for 'free' buses " }],
    ['letter case', { title: "COUNCIL VOTES FOR 'FREE' BUSES" }],
    ['a no-break space', { title: "Council votes for 'free' buses" }],
    ['a zero-width space', { title: "Council\u200b votes for 'free' buses" }],
    ['a time in the title', { title: "Council votes for 'free' buses 3 hours ago" }],
    ['tags', { descriptionHtml: '<div class="v2">The council…</div>' }],
    ['tracking', { url: 'https://www.example.com/news/4711?page=2&utm_source=rss&fbclid=x' }],
    ['the order of authors', { authors: [{ name: 'Grace  Hopper' }, { name: 'ada byron' }] }],
  ];
  it.each(same)('stays the same with another form of %s', (_, change) => {
    expect(of(change)).toBe(fingerprint(ENTRY));
  });

  const different: [string, Partial<FingerprintedEntry>][] = [
    ['title', { title: "Council votes against 'free' buses" }],
    ['address', { url: 'https://www.example.com/news/4711?page=3' }],
    ['path', { url: 'https://www.example.com/news/4712?page=2' }],
    ['authors', { authors: [{ name: 'Ada Byron' }] }],
    ['text', { descriptionText: 'The council voted 30 to 13. Buses are free from May on.' }],
    ['a word more', { descriptionText: `${ENTRY.descriptionText} Update: not on Sundays.` }],
  ];
  it.each(different)('changes with the %s', (_, change) => {
    expect(of(change)).not.toBe(fingerprint(ENTRY));
  });

  it('says apart whether the text is another one', () => {
    expect(textMark(of({ title: 'Another' }))).toBe(textMark(fingerprint(ENTRY)));
    expect(textMark(ofText('Another'))).not.toBe(textMark(fingerprint(ENTRY)));
    expect(textMark(of({ descriptionText: '', descriptionHtml: '' }))).toBe('');
    const title = 'The court: Buses may run again, 6 min ago';
    for (const repeated of [title, 'The court: Buses may run again', 'Buses may run again']) {
      expect(textMark(of({ title, descriptionText: repeated, descriptionHtml: '' }))).toBe('');
    }
    expect(textMark(of({ title, descriptionText: `${title}. They do.` }))).not.toBe('');
  });

  const kept: [string, Partial<FingerprintedEntry>][] = [
    ['https', { url: 'http://www.example.com/news/4711?page=2' }],
    ['a picture', { thumbnail: 'https://www.example.com/a.png' }],
    [
      'the signature of a file',
      {
        extras: {
          attachments: [{ url: 'https://c.example/1.mp3?hmac=2', mime_type: 'audio/mpeg' }],
        },
      },
    ],
  ];
  it.each(kept)('differs in %s, which is stored', (_, change) => {
    expect(of(change)).not.toBe(fingerprint(ENTRY));
    expect(textMark(of(change))).toBe(textMark(fingerprint(ENTRY)));
  });

  it('falls back to the text between the tags', () => {
    const html = (descriptionHtml: string) => of({ descriptionText: '', descriptionHtml });
    expect(html('<p>One</p>')).toBe(html('<div id="x">One</div>'));
    expect(html('<p>One</p>')).not.toBe(html('<p>Two</p>'));
  });

  it('keeps the fields apart', () => {
    expect(of({ title: 'a', descriptionText: 'b' })).not.toBe(
      of({ title: 'b', descriptionText: 'a' }),
    );
    expect(of({ authors: [{ name: 'Ada, Grace' }] })).not.toBe(
      of({ authors: [{ name: 'Ada' }, { name: 'Grace' }] }),
    );
  });

  const passing: [string, string][] = [
    ['Posted 3 min ago by Ada', 'Posted 2 hours ago by Ada'],
    ['Posted an hour ago by Ada', 'Posted yesterday by Ada'],
    ['3h ago', '2d ago'],
    ['vor 3 Minuten veröffentlicht', 'vor 2 Tagen veröffentlicht'],
    ['vor einer Stunde veröffentlicht', 'gestern veröffentlicht'],
    ['Publié il y a 5 minutes', 'Publié il y a 2 jours'],
    ['Publicado hace 5 minutos', 'Publicado hace 1 hora'],
    ['Publicado há 5 minutos', 'Publicado há 2 dias'],
    ['5 minutos atrás', '2 horas atrás'],
    ['5 minuti fa', '2 ore fa'],
    ['5 minuten geleden', '2 uur geleden'],
    ['för 5 minuter sedan', 'för 2 timmar sedan'],
    ['for 5 minutter siden', 'for 2 timer siden'],
    ['5 minuuttia sitten', '2 tuntia sitten'],
    ['5 minut temu', '2 godziny temu'],
    ['před 5 minutami', 'před 2 hodinami'],
    ['5 dakika önce', '2 saat önce'],
    ['5 минут назад', '2 часа назад'],
    ['5 хвилин тому', '2 години тому'],
    ['πριν από 5 λεπτά', 'πριν από 2 ώρες'],
    ['منذ 5 دقائق', 'منذ 3 ساعات'],
    ['5 मिनट पहले', '2 घंटे पहले'],
    ['5 menit yang lalu', '2 jam yang lalu'],
    ['5 phút trước', '2 giờ trước'],
    ['5分钟前', '2小時前'],
    ['5分前に更新', '2時間前に更新'],
    ['5분 전', '2시간 전'],
    ['Acum 5 minute', 'Acum 2 ore'],
    ['לפני 5 דקות', 'לפני 3 שעות'],
    ['قبل 5 دقائق', 'قبل 3 ساعات'],
    ['à l’instant hier', 'aujourd’hui'],
    ['ayer hoy ontem', 'zojuist een uur geleden'],
    ['un’ora fa ieri', 'just now moments ago'],
    ['только что минуту назад', 'час назад неделю назад'],
    ['день назад год назад', 'сегодня'],
    ['12 comments', '1,234 comments'],
    ['Points: 12 # Comments: 3', 'Points: 341 # Comments: 87'],
    ['9.8k views · 12 likes', '1.2m views · 340 likes'],
    ['12 Kommentare', '13 Kommentare'],
    ['1 234 просмотра', '2 345 просмотров'],
    ['12条评论', '345条评论'],
  ];
  it.each(passing)('does not see a change from «%s» to «%s»', (before, after) => {
    expect(ofText(after)).toBe(ofText(before));
  });

  const real: [string, string][] = [
    ['3 minutes of silence', '5 minutes of silence'],
    ['The trip takes 3 hours', 'The trip takes 4 hours'],
    ['31 to 12', '30 to 13'],
    ['Version 1.2.3', 'Version 1.2.4'],
    ['12 killed', '14 killed'],
    ['Vorgestern war es kalt', 'Vorgestern war es warm'],
    ['Posted 3 min ago: yes', 'Posted 3 min ago: no'],
  ];
  it.each(real)('sees a change from «%s» to «%s»', (before, after) => {
    expect(ofText(after)).not.toBe(ofText(before));
  });

  it('takes any text, however odd, in time that grows with its length alone', () => {
    for (const piece of ['1,', '1 111', '11', 'vor 1 ', '<', 'comments: ', '"', '3 m', '\n ']) {
      expect(ofText(piece.repeat(50_000))).toMatch(/^7\./);
    }
    fc.assert(
      fc.property(fc.string(), anyText(), (title, text) => {
        expect(of({ title, descriptionText: text, descriptionHtml: text })).toMatch(/^7\./);
      }),
    );
  });
});

describe('sameVersion', () => {
  const cases: [string, string, boolean][] = [
    ['1.abc', '1.xyz', true],
    ['1.abc', '2.abc', false],
    ['1.abc', '12.abc', false],
  ];
  it.each(cases)('%s and %s: %s', (a, b, same) => {
    expect(sameVersion(a, b)).toBe(same);
  });
});
