import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type LabelledPage, readLabels } from '../bench/generate-labels.js';
import { decodeText } from '../src/service/sources/document/source-text.js';

/** A folder with pages to learn from: `pages.json` names all of them, `labels.json` has the labels. */
export interface PageFolder {
  directory: string;
  /** The collection that the pages are from. */
  source: string;
  /** By name, without the ending `.html`. */
  pages: ReadonlyMap<string, FoundPage>;
}

export interface FoundPage {
  url: string;
  /** What its collection says that it is: `article`, `listing`, … */
  type: string;
  /** Null while nobody has labelled it. */
  label: LabelledPage | null;
}

/** Reads a folder; pages that have a label and are not in `pages.json` count as well. */
export function readFolder(directory: string): PageFolder {
  const pages = new Map<string, FoundPage>();
  const index = join(directory, 'pages.json');
  if (existsSync(index)) {
    const stored: Record<string, { url: string; type?: string }> = JSON.parse(
      readFileSync(index, 'utf8'),
    );
    for (const [name, { url, type = '' }] of Object.entries(stored))
      pages.set(name, { url, type, label: null });
  }
  if (existsSync(labelsFile(directory))) {
    for (const [file, label] of Object.entries(readLabels(directory).pages)) {
      const name = file.replace(/\.html$/, '');
      pages.set(name, { url: label.url, type: pages.get(name)?.type ?? '', label });
    }
  }
  return { directory, source: basename(directory), pages };
}

export function readHtml(directory: string, name: string): string {
  return decodeText(readFileSync(join(directory, `${name}.html`)));
}

/** Stores the label of one page, or none; the others stay as they are. */
export function writeLabel(directory: string, name: string, label: object | null): void {
  const file = labelsFile(directory);
  const stored: Record<string, object> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const { [name]: _, ...others } = stored;
  const labels = label === null ? others : { ...others, [name]: label };
  writeFileSync(file, `${JSON.stringify(labels, null, 1)}\n`);
}

function labelsFile(directory: string): string {
  return join(directory, 'labels.json');
}
