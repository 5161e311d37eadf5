import { stableToken } from './page/class-names.js';
import { attribute, closest, contains, type ElementNode } from './page/tree.js';
import { onceASurvey, type Survey } from './survey/survey.js';

/** Maximum number of ancestors of an element that may be its record. */
const MAX_LEVELS = 14;
const PLAIN_NAME = /^[a-z_][\w-]*$/i;

/** One element of a selector. */
interface Step {
  tag: string;
  classes: readonly string[];
  without: readonly string[];
  id: string;
}

/** A path of children below an ancestor that selects elements. */
export interface Path {
  /** A common ancestor of all of them. */
  scope: Step | null;
  /** Steps of the path, the outermost first. */
  steps: readonly Step[];
}

/** Number of elements with a class, by its name. */
export const classUses = onceASurvey(({ page }): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  for (const node of page.nodes) {
    if (node.kind !== 'element') continue;
    for (const name of node.classes) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
});

/**
 * The element and its ancestors, innermost first, without the root and the body, which contain
 * everything.
 */
export function chainOf(element: ElementNode): ElementNode[] {
  const chain: ElementNode[] = [];
  for (let at: ElementNode | null = element; at !== null; at = at.parent) {
    if (at.parent === null || at.tag === 'body' || at.tag === 'html') break;
    chain.push(at);
    if (chain.length === MAX_LEVELS) break;
  }
  return chain;
}

/**
 * Elements that may be the records: for each ancestor of the first, the most similar ancestor of
 * each other element.
 */
export function levels([first, ...others]: readonly ElementNode[]): ElementNode[][] {
  if (first === undefined) return [];
  return chainOf(first).flatMap((record) => {
    const partners = others.map((other) => partnerOf(record, other));
    return partners.every((one) => one !== null) ? [[record, ...partners]] : [];
  });
}

function partnerOf(record: ElementNode, other: ElementNode): ElementNode | null {
  let best: ElementNode | null = null;
  let most = 0;
  for (const one of chainOf(other)) {
    if (contains(one, record) || contains(record, one)) continue;
    const alike =
      (one.tag === record.tag ? 2 : 0) +
      (one.depth === record.depth ? 1 : 0) +
      2 * one.classes.filter((name) => record.classes.includes(name)).length;
    if (alike <= most) continue;
    best = one;
    most = alike;
  }
  return best;
}

/** Paths to elements like these, the simplest first. */
export function pathsOf(
  records: readonly ElementNode[],
  uses: ReadonlyMap<string, number>,
): Path[] {
  const own = stepOf(records, uses);
  const each = own.classes.map((name) => ({ ...own, classes: [name] }));
  const steps = [own, ...(own.classes.length > 1 ? each : []), { ...own, classes: [] }];
  const around: Step[][] = [[]];
  let parents = distinctParents(records);
  for (let count = 0; count < 3 && parents.length > 0; count += 1) {
    around.push([stepOf(parents, uses), ...(around.at(-1) ?? [])]);
    parents = distinctParents(parents);
  }
  const scopes = [null, ...scopesOf(records, uses)];
  return steps.flatMap((step) =>
    around.flatMap((above) => scopes.map((scope) => ({ scope, steps: [...above, step] }))),
  );
}

function distinctParents(elements: readonly ElementNode[]): ElementNode[] {
  const parents = elements.flatMap(({ parent }) =>
    parent === null || parent.parent === null ? [] : [parent],
  );
  return parents.length < elements.length ? [] : [...new Set(parents)];
}

const MAX_SCOPES = 2;

/** Common ancestors of all records, if they have a name of their own. */
function scopesOf(records: readonly ElementNode[], uses: ReadonlyMap<string, number>): Step[] {
  const scopes: Step[] = [];
  for (let at = records[0]?.parent ?? null; at !== null; at = at.parent) {
    const scope = at;
    if (!records.every((record) => contains(scope, record))) continue;
    const id = elementId(scope);
    const own = scope.classes.find((name) => PLAIN_NAME.test(name) && uses.get(name) === 1);
    const isMain = scope.tag === 'main';
    if (id === '' && own === undefined && !isMain) continue;
    scopes.push({
      tag: scope.tag,
      classes: id === '' && own !== undefined ? [own] : [],
      without: [],
      id,
    });
    if (scopes.length === MAX_SCOPES) break;
  }
  return scopes;
}

/** The common properties of elements; the class of a single element names it, not a list. */
export function stepOf(elements: readonly ElementNode[], uses: ReadonlyMap<string, number>): Step {
  const [first, ...others] = elements;
  const tag = first !== undefined && others.every((one) => one.tag === first.tag) ? first.tag : '*';
  const shared = (first?.classes ?? []).filter(
    (name) =>
      PLAIN_NAME.test(name) &&
      (uses.get(name) ?? 0) > 1 &&
      others.every((other) => other.classes.includes(name)),
  );
  const named = shared.filter((name) => stableToken(name) === name);
  return {
    tag: PLAIN_NAME.test(tag) ? tag : '*',
    classes: (named.length > 0 ? named : shared).slice(0, 3),
    without: [],
    id: '',
  };
}

function elementId(element: ElementNode): string {
  const id = attribute(element, 'id') ?? '';
  return PLAIN_NAME.test(id) && !/\d{2}/.test(id) ? id : '';
}

function isAt(element: ElementNode, { tag, classes, without, id }: Step): boolean {
  return (
    (tag === '*' || element.tag === tag) &&
    (id === '' || attribute(element, 'id') === id) &&
    classes.every((name) => element.classes.includes(name)) &&
    !without.some((name) => element.classes.includes(name))
  );
}

export function isOn(element: ElementNode, { scope, steps }: Path): boolean {
  let at: ElementNode | null = element;
  for (const step of steps.toReversed()) {
    if (at === null || at.parent === null || !isAt(at, step)) return false;
    at = at.parent;
  }
  return scope === null || closest(at, (one) => isAt(one, scope)) !== null;
}

export function childElements({ page }: Survey, path: Path): ElementNode[] {
  const tag = path.steps.at(-1)?.tag ?? '*';
  const all =
    tag === '*'
      ? page.nodes.filter((node): node is ElementNode => node.kind === 'element')
      : page.elements(tag);
  return all.filter((element) => isOn(element, path));
}

/**
 * A path that excludes the surroundings of unwanted elements by a class that only they have; null
 * if they cannot be distinguished.
 */
export function withoutUnwanted(
  path: Path,
  records: readonly ElementNode[],
  unwanted: readonly ElementNode[],
): Path | null {
  const without = new Set<string>();
  for (const one of unwanted) {
    const hit = closest(one, (element) => element.parent !== null && isOn(element, path));
    if (hit === null) continue;
    const own = hit.classes.find(
      (name) => PLAIN_NAME.test(name) && records.every((record) => !record.classes.includes(name)),
    );
    if (own === undefined) return null;
    without.add(own);
  }
  const last = path.steps.at(-1);
  if (without.size === 0 || last === undefined) return path;
  return { ...path, steps: [...path.steps.slice(0, -1), { ...last, without: [...without] }] };
}

/**
 * A selector of a single element: from the nearest ancestor with a name of its own, else from the
 * body, by tags, classes and positions among similar elements.
 */
export function cssOfOne(element: ElementNode, uses: ReadonlyMap<string, number>): string {
  const steps: string[] = [];
  for (let at = element; at.parent !== null && at.tag !== 'body'; at = at.parent) {
    const own = at.classes.find((name) => uses.get(name) === 1 && stableToken(name) === name);
    const step = {
      ...stepOf([at], uses),
      ...(own !== undefined && PLAIN_NAME.test(own) && { classes: [own] }),
      id: elementId(at),
    };
    const tagged = at.parent.children.filter(
      (one): one is ElementNode => one.kind === 'element' && one.tag === at.tag,
    );
    const isNamed = step.id !== '' || own !== undefined;
    const isAlone = isNamed || tagged.filter((one) => isAt(one, step)).length === 1;
    const place = isAlone ? '' : `:nth-of-type(${tagged.indexOf(at) + 1})`;
    steps.unshift(cssOfStep({ ...step, tag: at.tag }) + place);
    if (isNamed) break;
    if (at.parent.tag === 'body') steps.unshift('body');
  }
  return steps.join(' > ');
}

export function cssOf({ scope, steps }: Path): string {
  const path = steps.map(cssOfStep).join(' > ');
  return scope === null ? path : `${cssOfStep(scope)} ${path}`;
}

function cssOfStep({ tag, classes, without, id }: Step): string {
  if (id !== '') return `#${id}`;
  const names = classes.map((name) => `.${name}`).join('');
  const rest = without.map((name) => `:not(.${name})`).join('');
  return `${tag === '*' && names !== '' ? '' : tag}${names}${rest}`;
}
