import type { ScriptText } from '../page/tree.js';
import { isObject, type Json, type JsonObject, parseStrict } from './json.js';

/** Characters of scripts looked through on one page: each is read a bounded number of times. */
const MAX_CHARACTERS = 6_000_000;
/** Starts of arrays tried in one script; each try costs up to the length of the array. */
const MAX_TRIES = 200;
/** How many times its own length a script is read at most, looking for where arrays end. */
const MAX_READS = 3;
const MAX_VALUES = 200_000;

/**
 * Every JSON value embedded in the scripts of a page: whole JSON scripts (Next, Nuxt, islands), the
 * pieces that frameworks push as strings (`self.__next_f.push([1, "…"])`, `JSON.parse("…")`), and
 * arrays of objects inside plain JavaScript.
 */
export function embeddedJson(scripts: readonly ScriptText[]): Json[] {
  const values: Json[] = [];
  let room = MAX_CHARACTERS;
  for (const script of scripts) {
    const { text, type, id } = script;
    if (type === 'application/ld+json' || type === 'importmap' || type === 'speculationrules')
      continue;
    if (text.length < 100 || text.length > room || !text.includes('{')) continue;
    room -= text.length;
    const whole =
      /json/.test(type) || id === '__NEXT_DATA__' ? parseStrict(text.trim()) : undefined;
    if (whole !== undefined) values.push(id === '__NUXT_DATA__' ? unflatten(whole) : whole);
    else values.push(...arraysIn(text), ...stringsIn(text).flatMap(arraysIn));
  }
  return values;
}

/** Arrays of objects in a script that is no JSON as a whole. */
function arraysIn(text: string): Json[] {
  const found: Json[] = [];
  let from = 0;
  let room = text.length * MAX_READS;
  for (let tries = 0; tries < MAX_TRIES && room > 0; tries += 1) {
    const start = nextArray(text, from);
    if (start < 0) break;
    const end = endOfValue(text, start);
    room -= (end < 0 ? text.length : end) - start;
    const value = end < 0 ? undefined : parseStrict(text.slice(start, end));
    if (value !== undefined) found.push(value);
    from = value === undefined ? start + 1 : end;
  }
  return found;
}

function nextArray(text: string, from: number): number {
  const match = /\[\s*\{\s*"/g;
  match.lastIndex = from;
  return match.exec(text)?.index ?? -1;
}

/** Position after the value that starts here, strings minded; -1 when it does not end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Long string literals that hold JSON themselves, joined as Next streams them. */
function stringsIn(text: string): string[] {
  if (!/__next_f|JSON\.parse\(/.test(text)) return [];
  const parts: string[] = [];
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    if (match[0].length < 100) continue;
    const value = parseStrict(match[0]);
    if (typeof value === 'string') parts.push(value);
  }
  return parts.length === 0 ? [] : [parts.join('')];
}

/** Nuxt 3 and devalue write one flat array in which numbers stand for positions. */
function unflatten(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const objects: Json[] = [];
  for (const entry of value.slice(0, MAX_VALUES)) {
    if (!isObject(entry)) continue;
    const resolved: JsonObject = {};
    for (const [key, position] of Object.entries(entry))
      resolved[key] = resolve(value, position, 0);
    objects.push(resolved);
  }
  return objects;
}

/** One level of what a position stands for: enough for the fields of an item. */
function resolve(flat: readonly Json[], position: Json, depth: number): Json {
  if (typeof position !== 'number' || position < 0) return null;
  const target = flat[position] ?? null;
  if (Array.isArray(target)) {
    // ["Date", "2026-…"], ["Reactive", 12]: a type and what it wraps.
    if (typeof target[0] === 'string') {
      const wrapped = target[1] ?? null;
      return target[0] === 'Date' ? wrapped : depth > 2 ? null : resolve(flat, wrapped, depth + 1);
    }
    return depth > 1 ? null : target.slice(0, 5).map((one) => resolve(flat, one, depth + 1));
  }
  if (!isObject(target)) return target;
  if (depth > 1) return null;
  const resolved: JsonObject = {};
  for (const [key, value] of Object.entries(target).slice(0, 40))
    resolved[key] = resolve(flat, value, depth + 1);
  return resolved;
}
