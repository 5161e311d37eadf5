import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binaryKind,
  isFeed,
  START,
  sniffStart,
  sniffText,
} from '../../../../src/service/sources/document/sniff.js';
import { runs } from '../../../support/property-runs.js';

describe('sniffText', () => {
  it.each([
    ['', 'empty'],
    [' \n\ufeff\t', 'empty'],
    ['<rss version="2.0">', 'rss'],
    ['\ufeff \n<?xml version="1.0"?>\n<!-- hello <html> -->\n<RSS>', 'rss'],
    ['<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "x"><rss>', 'rss'],
    ['<?xml version="1.0"?><?xml-stylesheet href="x"?><feed xmlns="x">', 'atom'],
    ['<a:feed xmlns:a="http://www.w3.org/2005/Atom">', 'atom'],
    ['<rdf:RDF xmlns:rdf="x">', 'rdf'],
    ['<b>Warning</b>: PHP is unhappy in <b>x.php</b>\n<?xml version="1.0"?><rss>', 'rss'],
    ['Notice: something\n<feed>', 'atom'],
    ['<!doctype html><title>x</title>', 'html'],
    ['<html><body><pre>&lt;rss&gt; <rss></pre>', 'html'],
    ['<head><title>x', 'html'],
    ['<div>hello</div>', 'html'],
    ['Hello <p>world</p>', 'html'],
    ['{"version":"https://jsonfeed.org/version/1.1","items":[]}', 'json-feed'],
    ['{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}', 'json-feed'],
    ['{"title":"x","home_page_url":"y","items": []}', 'json-feed'],
    ['{"error":"not found"}', 'json'],
    ['[1,2]', 'json'],
    ['<?xml version="1.0"?><urlset></urlset>', 'xml'],
    ['<opml version="2.0">', 'xml'],
    ['hello world', 'text'],
  ])('%j is %s', (text, kind) => {
    expect(sniffText(text)).toBe(kind);
  });
});

describe('sniffStart', () => {
  it.each([
    ['<?xml version="1.0"?>\n<rss version="2.0"><channel>', 'rss'],
    ['\n<!-- made by hand --><feed xmlns="x">', 'atom'],
    ['<html><p>', null],
    ['Notice: something\n<feed>', null],
    ['{"title":"<rss>"}', null],
    ['<!-- a long comment about <rss>', null],
    ['<feed', null],
  ])('%j is %s', (start, kind) => {
    expect(sniffStart(start)).toBe(kind);
  });

  it('tells nothing that the whole document does not', () => {
    const pieces = fc.constantFrom(
      ...[
        '<!-- <rss> ',
        '-->',
        '<?xml ?>',
        '<!DOCTYPE html>',
        '<!DOCTYPE rss>',
        '<rss>',
        '<rdf:RDF ',
      ],
      ...['<feed', 'back>', '<html>', '<x>', '{', ' ', '\ufeff', 'text ', 'x'.repeat(START - 10)],
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        const whole = sniffText(text);
        expect([null, isFeed(whole) ? whole : null]).toContain(sniffStart(text.slice(0, START)));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('binaryKind', () => {
  it.each([
    [Buffer.from('%PDF-1.7\n'), 'a PDF document'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), 'a PNG image'],
    [Buffer.from('ffd8ffe0', 'hex'), 'a JPEG image'],
    [gzipSync('x'), 'a gzip file'],
    [Buffer.from('PK\x03\x04rest', 'latin1'), 'an archive or office document'],
    [Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), 'a video file'],
    [Buffer.alloc(100), 'a binary file'],
  ])('%s is %s', (body, kind) => {
    expect(binaryKind(body)).toBe(kind);
  });

  it.each([
    Buffer.from('<rss/>'),
    Buffer.from('\ufeff<rss/>', 'utf16le'),
    Buffer.from('<rss/>', 'utf16le'),
    Buffer.from('a\0b'),
    Buffer.alloc(0),
  ])('%s is text', (body) => {
    expect(binaryKind(body)).toBeNull();
  });
});
