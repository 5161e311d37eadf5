import { describe, expect, it } from 'vitest';
import { Body, type FetchedDocument } from '../../../../src/service/fetch/index.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';
import { responsePushLinks } from '../../../../src/service/sources/parse/push-links.js';

const url = 'https://example.com/feed';
const context = { url, now: Date.UTC(2026, 0, 10) };
const ATOM = 'xmlns:atom="http://www.w3.org/2005/Atom"';

const rss = (head: string, items = '') =>
  `<rss version="2.0" ${ATOM}><channel><title>T</title>${head}<item><title>One</title>${items}</item></channel></rss>`;

function answer(link?: string): FetchedDocument {
  const headers = link === undefined ? {} : { link };
  const bare = { body: new Body([]), status: 200, notModified: false, permanentUrl: null };
  return { requestedUrl: url, url, headers, ...bare };
}

describe('links of WebSub', () => {
  it('are found in RSS, Atom and JSON Feed', () => {
    const links = { hubs: ['https://hub.example/?a=1&b=2'], self: 'https://example.com/self' };
    const hub = 'href="https://hub.example/?a=1&amp;b=2"';
    const inRss = rss(`<atom:link rel='hub' ${hub}/><atom:link href="/self" rel="SELF"/>`);
    expect(parseFeed(inRss, 'rss', context).push).toEqual(links);
    const inAtom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link rel="hub" ${hub}/><link rel="self" href="https://example.com/self"/><entry><id>1</id><title>One</title></entry></feed>`;
    expect(parseFeed(inAtom, 'atom', context).push).toEqual(links);
    const inJson = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      feed_url: 'https://example.com/self',
      hubs: [
        { type: 'rssCloud', url: 'https://no.example/' },
        { type: 'WebSub', url: links.hubs[0] },
      ],
      items: [{ id: '1', content_text: 'One' }],
    };
    expect(parseFeed(JSON.stringify(inJson), 'json-feed', context).push).toEqual(links);
  });

  it('are not taken from items, texts and comments, and there are two hubs at most', () => {
    const link = '<atom:link rel="hub" href="https://no.example/"/>';
    const hidden = rss(`<description><![CDATA[${link}]]></description><!-- ${link} -->`, link);
    expect(parseFeed(hidden, 'rss', context).push?.hubs).toEqual([]);
    const many = [1, 2, 2, 3].map((n) => `<atom:link rel="hub" href="https://${n}.example/"/>`);
    expect(parseFeed(rss(many.join('')), 'rss', context).push?.hubs).toEqual([
      'https://1.example/',
      'https://2.example/',
    ]);
    const bad = rss('<atom:link rel="hub" href="javascript:alert(1)"/><atom:link rel="hub"/>');
    expect(parseFeed(bad, 'rss', context).push).toEqual({ hubs: [], self: null });
  });

  it('of the Link header come first; without a self link, the address stands for it', () => {
    const head = '<atom:link rel="hub" href="https://hub.example/"/>';
    const document = parseFeed(rss(head), 'rss', context);
    expect(responsePushLinks(answer(), document)).toEqual({
      hubs: ['https://hub.example/'],
      self: url,
    });
    const header = '</hub>; rel="hub", <https://example.com/canonical>; rel="self"';
    expect(responsePushLinks(answer(header), document)).toEqual({
      hubs: ['https://example.com/hub'],
      self: 'https://example.com/canonical',
    });
  });
});
