import type { Frame, Page } from 'playwright-core';
import { evaluate } from './dashboard-browser.js';

/** WCAG 2.2, 1.4.3: the contrast of text, and of large text (24 px, or 18.66 px in bold). */
const MIN_CONTRAST = 4.5;
const MIN_LARGE_CONTRAST = 3;

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

interface TextColours {
  text: string;
  colour: Colour;
  isLarge: boolean;
  /** What is behind the text, the nearest first. */
  behind: Colour[];
}

/**
 * The texts of a page and of its frames that are too faint, by their computed colours.
 * @returns each with its contrast; once for each combination of colours
 */
export async function faint(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map(faintOfFrame));
  return [...new Set(found.flat())];
}

async function faintOfFrame(frame: Frame): Promise<string[]> {
  const isPage = frame.parentFrame() === null;
  const texts: TextColours[] = await (isPage
    ? evaluate(frame.page(), TEXTS)
    : frame.evaluate(TEXTS));
  const around = await behindFrame(frame);
  return texts.flatMap(({ text, colour, isLarge, behind }) => {
    const background = [...behind, ...around].reduceRight(under);
    const contrast = contrastOf(under(background, colour), background);
    const isFaint = contrast < (isLarge ? MIN_LARGE_CONTRAST : MIN_CONTRAST);
    return isFaint ? [`${contrast.toFixed(2)}: ${text}`] : [];
  });
}

/** What shows through a frame, the only one of its page: the colours behind its element. */
async function behindFrame(frame: Frame): Promise<Colour[]> {
  const parent = frame.parentFrame();
  if (parent === null) return [[255, 255, 255, 1]];
  const behind: Colour[] = await parent.evaluate(`(${BEHIND})(document.querySelector('iframe'))`);
  return [...behind, ...(await behindFrame(parent))];
}

/** One colour over another. */
function under(below: Colour, [red, green, blue, alpha]: Colour): Colour {
  const mix = (over: number, at: 0 | 1 | 2) => over * alpha + below[at] * (1 - alpha);
  return [mix(red, 0), mix(green, 1), mix(blue, 2), 1];
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** `rgb(…)` or `rgba(…)` as numbers, with the opacity of the element and those around it. */
const COLOUR = `(text, opacity) => {
  const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
  return [red, green, blue, alpha * opacity];
}`;

const BEHIND = `(element) => {
  const colour = ${COLOUR};
  const behind = [];
  for (let at = element; at !== null; at = at.parentElement) {
    behind.push(colour(getComputedStyle(at).backgroundColor, 1));
  }
  return behind;
}`;

/** One text of each combination of colours and size that is visible, fields and their hints included. */
const TEXTS = `(() => {
  const colour = ${COLOUR};
  const behind = ${BEHIND};
  const known = new Map();
  for (const element of document.querySelectorAll('body, body *')) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3);
    const field = element.matches('input, textarea, select');
    const text = (field ? element.value || element.placeholder || ' ' : own.map((node) => node.data).join('')).trim();
    if ((text === '' && !field) || !element.checkVisibility({ opacityProperty: true }) || element.matches(':disabled')) continue;
    const isHint = field && element.value === '' && element.placeholder;
    const style = getComputedStyle(element, isHint ? '::placeholder' : undefined);
    let opacity = 1;
    for (let at = element; at !== null; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    const size = parseFloat(style.fontSize);
    const entry = {
      colour: colour(element.namespaceURI.endsWith('svg') ? style.fill : style.color, opacity),
      isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      behind: behind(element),
    };
    known.set(JSON.stringify(entry), { text: element.tagName + ' ' + text.slice(0, 80), ...entry });
  }
  return [...known.values()];
})()`;
