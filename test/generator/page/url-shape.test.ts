import { describe, expect, it } from 'vitest';
import {
  addressShape,
  isDocumentAddress,
  isHomeAddress,
  isOneDocument,
  isPictureAddress,
  isUtilityAddress,
  looseShape,
} from '../../../src/generator/page/url-shape.js';

const at = (path: string) => new URL(path, 'https://a.example');

describe('an address', () => {
  it.each([
    '/tag/economy',
    '/authors/ada-lovelace/',
    '/login',
    '/contact-us/',
    '/page/2',
    '/shop/add-to-cart/x',
    '/?cat=news',
    '/index.php?tag=news',
    '/news/1?replytocom=7',
    '/register/sign-up2',
    '/news?page=2',
    '/news?sort=date',
    '/news?p=2',
    'https://www.facebook.com/sharer/share.php?u=x',
    'https://t.me/',
  ])('%s leads to a list, an account or a tool', (path) => {
    expect(isUtilityAddress(at(path), at('/news'))).toBe(true);
  });

  it.each([
    '/news/a-bridge-for-the-north',
    '/tag/2026',
    `/tag/${'long-name-of-a-story-'.repeat(3)}`,
    '/tag',
    '/page/two',
    '/products/soap.html?cat=340',
    '/?p=1024',
    '/other?page=2',
    'https://b.example/news?page=2',
    'https://www.facebook.com/ada/posts/1',
    'https://notfacebook.com/share',
  ])('%s does not', (path) => {
    expect(isUtilityAddress(at(path), at('/news'))).toBe(false);
  });

  it.each([
    ['/files/Bridge.JPG', true],
    ['/files/bridge.webp?width=300', true],
    ['/files/bridge.png#large', true],
    ['/bridge.jpg/about', false],
    ['/view?file=bridge.jpg', false],
    ['/wiki/File:Bridge.jpg', false],
    ['/a-bridge', false],
  ])('%s is that of a picture: %s', (path, is) => {
    expect(isPictureAddress(at(path).href)).toBe(is);
  });

  it.each([
    ['/', true],
    ['/index.html', true],
    ['/index', false],
    ['/?page=2', false],
    ['/news', false],
  ])('%s is that of the front page: %s', (path, is) => {
    expect(isHomeAddress(at(path))).toBe(is);
  });

  it.each([
    ['/2026/03/story', true, true],
    ['/story-4711', true, false],
    ['/47112/', true, true],
    ['/story.html', true, false],
    ['/a-bridge-for', true, true],
    ['/abridgeforthenortherndistricts', true, false],
    ['/read?id=7', true, true],
    ['/read?id=abc', true, false],
    ['/dQw4w9WgXcQ', false, true],
    ['/news', false, false],
    ['/old-news', false, false],
    ['/', false, false],
  ])('%s looks like a document: %s, of one article: %s', (path, isDocument, isOne) => {
    expect(isDocumentAddress(at(path))).toBe(isDocument);
    expect(isOneDocument(at(path))).toBe(isOne);
  });

  it.each([
    ['/news/town/a-bridge-for-all', 'a.example/news/town/*'],
    ['/news/2026/story.html', 'a.example/news/#/*.html'],
    ['/archive-of-2026/x', 'a.example/*/*'],
    ['/a/b/c/d', 'a.example/a/b/c/*'],
    ['/a/b/c/d/e', 'a.example/a/b/c/d/…'],
    ['/read?id=7&b=1&a=2&c=3', 'a.example/*?a&b&c'],
    ['https://www.a.example/7', 'a.example/#'],
    ['no address', ''],
  ])('%s has the shape %s', (path, shape) => {
    expect(addressShape(path.startsWith('/') ? at(path).href : path)).toBe(shape);
  });

  it.each([
    ['/town/a-bridge-for-all', 'a.example/name/*'],
    ['/sport/story7', 'a.example/name/end'],
    ['/sport/story-711', 'a.example/name/*'],
    ['/2026/03/%C3%BCber', 'a.example/#/#/*'],
    ['/1/2/3/4/5/6', 'a.example/#/#/#/#/#'],
    ['/read?utm_source=x&id=7&a=1', 'a.example/end?a&id'],
    [`/${'x'.repeat(21)}`, 'a.example/*'],
    [`/${'x'.repeat(20)}`, 'a.example/end'],
  ])('%s has the loose shape %s', (path, shape) => {
    expect(looseShape(at(path))).toBe(shape);
  });
});
