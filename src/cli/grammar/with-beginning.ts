/** `example.com/news` as it was probably meant; null for what is no address even then. */
export function withBeginning(text: string): string | null {
  const address = `https://${text}`;
  return /^[^\s,;]+\.[^\s,;]+$/.test(text) && URL.canParse(address) ? address : null;
}
