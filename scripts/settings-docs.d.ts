export function settingsReference(
  operator: typeof import('../src/resources/operator.js'),
): Record<'settings', string>;
