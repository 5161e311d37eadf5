/** Characters of XML 1.0, its production 2. */
const LEGAL = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const ENTITY = '&(?:amp|lt|gt|quot|#9|#10);';
const ATTRIBUTE = new RegExp(`\\s(${NAME})="((?:[^<&"]|${ENTITY})*)"`, 'y');
const TEXT = new RegExp(`^(?:[^<&>]|${ENTITY})*$`);
const TOKEN = /<!\[CDATA\[(?:(?!\]\]>).)*\]\]>|<(?!!)([^<>]*)>|([^<]+)/sy;

/**
 * What a strict parser would refuse in a document that claims to be plain elements, attributes,
 * text and CDATA. Parsers of feeds forgive too much to be asked.
 */
export function problemsOfXml(xml: string): string[] {
  const problems = LEGAL.test(xml) ? [] : ['illegal character'];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === xml) problems.push('no XML declaration');
  TOKEN.lastIndex = 0;
  let at = 0;
  for (let token = TOKEN.exec(body); token !== null; token = TOKEN.exec(body)) {
    at = TOKEN.lastIndex;
    const [, tag, text = ''] = token;
    if (tag === undefined && text === '') {
      if (open.length === 0) problems.push('CDATA outside the root');
    } else if (tag === undefined) {
      if (!TEXT.test(text)) problems.push(`bad text: ${text}`);
      if (open.length === 0 && text.trim() !== '') problems.push(`text outside the root: ${text}`);
    } else problems.push(...problemsOfTag(tag, open));
  }
  if (at !== body.length) problems.push(`unreadable from ${body.slice(at, at + 40)}`);
  return open.length === 0 ? problems : [...problems, `left open: ${open.join(' ')}`];
}

function problemsOfTag(tag: string, open: string[]): string[] {
  if (tag.startsWith('/')) return open.pop() === tag.slice(1) ? [] : [`wrong end tag: ${tag}`];
  const empty = tag.endsWith('/');
  const inside = empty ? tag.slice(0, -1) : tag;
  const name = new RegExp(`^${NAME}`).exec(inside)?.[0];
  if (name === undefined) return [`bad tag: ${tag}`];
  if (!empty) open.push(name);
  return problemsOfAttributes(inside.slice(name.length));
}

function problemsOfAttributes(attributes: string): string[] {
  const seen = new Set<string>();
  ATTRIBUTE.lastIndex = 0;
  let at = 0;
  for (let match = ATTRIBUTE.exec(attributes); match; match = ATTRIBUTE.exec(attributes)) {
    at = ATTRIBUTE.lastIndex;
    const name = match[1] ?? '';
    if (seen.has(name)) return [`attribute twice: ${name}`];
    seen.add(name);
  }
  return at === attributes.length ? [] : [`bad attributes: ${attributes}`];
}
