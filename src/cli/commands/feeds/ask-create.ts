import { ApiError, UnsupportedError } from '../../../client/errors.js';
import { inheritedFlags, shellCommand } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { Context } from '../../verbs/context.js';
import { type AskedSource, askSource } from './ask-source.js';

/** Number of preview items, to check that it is the right feed. */
const SHOWN = 5;

/** The equivalent flags. */
export interface Asked extends AskedSource {
  bundle?: string;
}

/**
 * Asks for missing values, previews the first items where the embedded service is in use, and
 * prints the equivalent command.
 */
export async function askCreate(
  context: Context,
  given: { region: string | undefined; bundle: string | undefined },
): Promise<Asked> {
  const source = await askUntilReadable(context, given.region);
  const bundle = given.bundle ?? (await askBundle(context));
  const asked: Asked = { ...source, ...(bundle !== undefined && { bundle }) };
  const flags = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);
  const command = shellCommand([
    'feedctl',
    'feeds',
    'create',
    ...flags,
    ...inheritedFlags(context.globals),
  ]);
  await context.notes.note(`The same command without questions: ${command}`);
  return asked;
}

/** Asks again at once for an address that has no feed. */
async function askUntilReadable(
  context: Context,
  region: string | undefined,
): Promise<AskedSource> {
  for (;;) {
    const source = await askSource(context, region);
    const preview = source.url === undefined ? undefined : await previewOf(context, source.url);
    if (preview === undefined) return source;
    if ('items' in preview) {
      await showItems(context, preview);
      return source;
    }
    await context.notes.warn(preview.failure);
  }
}

async function showItems(
  { streams }: Context,
  { title, items }: { title: string; items: readonly { title: string; url: string }[] },
): Promise<void> {
  const lines = items.slice(0, SHOWN).map((item) => `  - ${plain(item.title || item.url)}`);
  const rest = items.length - lines.length;
  const more = rest > 0 ? [`  … and ${rest} more`] : [];
  await streams.stderr.write([plain(title), ...lines, ...more, ''].join('\n'));
}

/** The id of a bundle, the name of a new one, or none. */
async function askBundle(context: Context): Promise<string | undefined> {
  const client = await context.client({ creates: true });
  const bundles: { value: string; name: string }[] = [];
  await context.during('Reading bundles', async () => {
    for await (const { id, name } of client.bundles()) {
      bundles.push({ value: id, name: `${plain(name)}  ${id}` });
    }
  });
  const choice = await context.prompts.select('Put it in a bundle (--bundle)?', [
    { value: 'none', name: 'No' },
    ...bundles,
    { value: 'new', name: 'In a new bundle' },
  ]);
  if (choice === 'none') return undefined;
  if (choice !== 'new') return choice;
  const name = await context.prompts.text('Name of the bundle:', (typed) =>
    typed.trim() === '' ? 'A name is required.' : true,
  );
  return name.trim();
}

/** The feed of an address, or why it has none. */
type Preview =
  | { title: string; items: readonly { title: string; url: string }[] }
  | { failure: string };

/** Undefined when the service has no previews. */
export async function previewOf(context: Context, url: string): Promise<Preview | undefined> {
  const client = await context.client({ creates: true });
  try {
    return await context.during(`Reading ${url} and looking for its feed`, () =>
      client.preview({ url }),
    );
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    // 400: the source is the problem.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return { failure: error.message };
  }
}
